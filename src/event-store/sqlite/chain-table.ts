// The chain in the log file: a link per event, and one row saying where the chain begins.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { inTransaction, getPrimaryCode } from '#platform/sqlite.js';
import { CHAIN_START, computeLink } from '../log-hash-chain.js';

/** Events up to here were written by versions without links. */
export interface ChainBegin {
  readonly position: number;
  readonly link: string;
  /** Position of the first event with a checksum; null: none. */
  readonly checksums: number | null;
}

/** Created in new files and added to older ones. An older Daybook that has the file open can write no more. */
export const CHAIN_SCHEMA = `
    CREATE TABLE chain (position INTEGER NOT NULL, link TEXT NOT NULL, checksums INTEGER) STRICT;
    CREATE TRIGGER event_has_link BEFORE INSERT ON event WHEN NEW.link IS NULL
      BEGIN SELECT RAISE(ABORT, 'an event has a link: this log is written by a newer Daybook'); END;
    CREATE TRIGGER chain_begins_once BEFORE INSERT ON chain WHEN EXISTS (SELECT 1 FROM chain)
      BEGIN SELECT RAISE(ABORT, 'the chain begins once'); END;
    CREATE TRIGGER chain_never_changes BEFORE UPDATE ON chain
      BEGIN SELECT RAISE(ABORT, 'where the chain begins is never changed'); END;
    CREATE TRIGGER chain_is_never_removed BEFORE DELETE ON chain
      BEGIN SELECT RAISE(ABORT, 'where the chain begins is never removed'); END`;

export const INSERT_CHAIN_START = `INSERT INTO chain VALUES (0, '${CHAIN_START}', NULL)`;

/** user_version of files with a chain: earlier versions refuse them. */
export const CHAINED_FORMAT = 2;

/** undefined: a file of an earlier version. */
export function readChainBegin(database: DatabaseSyncInstance): ChainBegin | undefined {
  const hasChain = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'chain'`).get() !== undefined;
  if (!hasChain) return undefined;
  return database.prepare('SELECT position, link, checksums FROM chain').get() as ChainBegin | undefined;
}

export const hasColumn = (database: DatabaseSyncInstance, name: string): boolean =>
  database.prepare(`SELECT 1 FROM pragma_table_info('event') WHERE name = ?`).get(name) !== undefined;

/** Position of the first event with a checksum, in a file without a chain. */
export function findFirstChecksum(database: DatabaseSyncInstance): number | null {
  if (!hasColumn(database, 'checksum')) return null;
  const sql = 'SELECT position FROM event WHERE checksum IS NOT NULL ORDER BY position LIMIT 1';
  return (database.prepare(sql).get() as { position: number } | undefined)?.position ?? null;
}

/**
 * Starts the chain after the events of earlier versions, which are hashed once and stay unchanged. Damaged files, and
 * files with links but no start row, get no chain.
 */
export function beginChain(database: DatabaseSyncInstance): void {
  if (readChainBegin(database) || hasColumn(database, 'link')) return;
  try {
    // Most hashing happens outside the transaction, so that other processes do not wait.
    const read = hashUnlinkedEvents(database, { position: 0, link: CHAIN_START });
    inTransaction(database, () => {
      if (readChainBegin(database)) return;
      const { position, link } = hashUnlinkedEvents(database, read);
      if (!hasColumn(database, 'checksum')) database.exec('ALTER TABLE event ADD COLUMN checksum INTEGER');
      const checksums = findFirstChecksum(database);
      database.exec(`ALTER TABLE event ADD COLUMN link TEXT; ${CHAIN_SCHEMA}`);
      database.prepare('INSERT INTO chain VALUES (?, ?, ?)').run(position, link, checksums);
      database.exec(`PRAGMA user_version = ${CHAINED_FORMAT}`);
    });
  } catch (error) {
    if (getPrimaryCode(error) !== CORRUPT) throw error;
  }
}

const CORRUPT = 11;

type UnlinkedRow = readonly [number, string, number, string, string, string, string];

function hashUnlinkedEvents(
  database: DatabaseSyncInstance,
  from: Pick<ChainBegin, 'position' | 'link'>,
): Pick<ChainBegin, 'position' | 'link'> {
  const rows = database.prepare(
    'SELECT position, stream, version, id, type, data, metadata FROM event WHERE position > ? ORDER BY position',
  );
  rows.setReturnArrays(true);
  let { position, link } = from;
  for (const row of rows.iterate(position) as Iterable<UnlinkedRow>) {
    const [at, stream, version, id, type, data, metadata] = row;
    link = computeLink(link, { id, type, data, metadata }, { stream, version });
    position = at;
  }
  return { position, link };
}
