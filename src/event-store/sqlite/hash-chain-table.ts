import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { runInTransaction, getPrimarySqliteErrorCode } from '#platform/sqlite.js';
import { FIRST_CHAIN_LINK, computeChainLink } from '../log-hash-chain.js';

/** Earlier events were written by versions without links. */
export interface HashChainStart {
  readonly position: number;
  readonly link: string;
  /** First position with a checksum; null: none. */
  readonly checksums: number | null;
}

/** Older Daybooks that have the file open can no longer write. */
export const CHAIN_TABLE_SQL = `
    CREATE TABLE chain (position INTEGER NOT NULL, link TEXT NOT NULL, checksums INTEGER) STRICT;
    CREATE TRIGGER event_has_link BEFORE INSERT ON event WHEN NEW.link IS NULL
      BEGIN SELECT RAISE(ABORT, 'an event has a link: this log is written by a newer Daybook'); END;
    CREATE TRIGGER chain_begins_once BEFORE INSERT ON chain WHEN EXISTS (SELECT 1 FROM chain)
      BEGIN SELECT RAISE(ABORT, 'the chain begins once'); END;
    CREATE TRIGGER chain_never_changes BEFORE UPDATE ON chain
      BEGIN SELECT RAISE(ABORT, 'where the chain begins is never changed'); END;
    CREATE TRIGGER chain_is_never_removed BEFORE DELETE ON chain
      BEGIN SELECT RAISE(ABORT, 'where the chain begins is never removed'); END`;

export const INSERT_CHAIN_START_SQL = `INSERT INTO chain VALUES (0, '${FIRST_CHAIN_LINK}', NULL)`;

/** user_version that earlier versions refuse. */
export const CHAINED_FORMAT_VERSION = 2;

/** undefined: a file of an earlier version. */
export function readHashChainStart(database: DatabaseSyncInstance): HashChainStart | undefined {
  const hasChain = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'chain'`).get() !== undefined;
  if (!hasChain) return undefined;
  return database.prepare('SELECT position, link, checksums FROM chain').get() as HashChainStart | undefined;
}

export const hasEventColumn = (database: DatabaseSyncInstance, name: string): boolean =>
  database.prepare(`SELECT 1 FROM pragma_table_info('event') WHERE name = ?`).get(name) !== undefined;

export function findFirstChecksumPosition(database: DatabaseSyncInstance): number | null {
  if (!hasEventColumn(database, 'checksum')) return null;
  const sql = 'SELECT position FROM event WHERE checksum IS NOT NULL ORDER BY position LIMIT 1';
  return (database.prepare(sql).get() as { position: number } | undefined)?.position ?? null;
}

/** Damaged files, and links without a start row, get no chain. */
export function startHashChain(database: DatabaseSyncInstance): void {
  if (readHashChainStart(database) || hasEventColumn(database, 'link')) return;
  try {
    // Outside the transaction, so that other processes do not wait.
    const read = hashUnlinkedEvents(database, { position: 0, link: FIRST_CHAIN_LINK });
    runInTransaction(database, () => {
      if (readHashChainStart(database)) return;
      const { position, link } = hashUnlinkedEvents(database, read);
      if (!hasEventColumn(database, 'checksum'))
        database.exec('ALTER TABLE event ADD COLUMN checksum INTEGER');
      const checksums = findFirstChecksumPosition(database);
      database.exec(`ALTER TABLE event ADD COLUMN link TEXT; ${CHAIN_TABLE_SQL}`);
      database.prepare('INSERT INTO chain VALUES (?, ?, ?)').run(position, link, checksums);
      database.exec(`PRAGMA user_version = ${CHAINED_FORMAT_VERSION}`);
    });
  } catch (error) {
    if (getPrimarySqliteErrorCode(error) !== CORRUPT) throw error;
  }
}

const CORRUPT = 11;

type UnlinkedRow = readonly [number, string, number, string, string, string, string];

function hashUnlinkedEvents(
  database: DatabaseSyncInstance,
  from: Pick<HashChainStart, 'position' | 'link'>,
): Pick<HashChainStart, 'position' | 'link'> {
  const rows = database.prepare(
    'SELECT position, stream, version, id, type, data, metadata FROM event WHERE position > ? ORDER BY position',
  );
  rows.setReturnArrays(true);
  let { position, link } = from;
  for (const row of rows.iterate(position) as Iterable<UnlinkedRow>) {
    const [at, stream, version, id, type, data, metadata] = row;
    link = computeChainLink(link, { id, type, data, metadata }, { stream, version });
    position = at;
  }
  return { position, link };
}
