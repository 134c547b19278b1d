// The file of keys: one row per person, the key wrapped by the master key; after an erasure the row stays without a key.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { EventStoreUnavailable } from '../event-store.js';
import { closeDatabaseFile, openDatabaseFile, type FileFormat } from '../sqlite/database-file.js';
import { inOurWords } from '../sqlite/failures.js';

const KEYS: FileFormat = {
  name: 'keys file',
  applicationId: 0x4459424c, // 'DYBL'
  version: 1,
  schema: `
    CREATE TABLE person_key (
      person TEXT PRIMARY KEY,
      wrapped BLOB, -- NULL: destroyed
      fingerprint TEXT -- hex SHA-256 of the key; NULL: there never was one
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE master_key_check (only INTEGER PRIMARY KEY CHECK (only = 1), wrapped BLOB NOT NULL) STRICT`,
  // secure_delete: what is removed is overwritten, not only forgotten.
  pragmas: 'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;',
};

export interface KeyRow {
  readonly wrapped: Buffer | null;
  readonly fingerprint: string | null;
}

export interface NewKey {
  readonly person: string;
  readonly wrapped: Buffer;
  readonly fingerprint: string;
}

export interface KeysFile {
  /** Changes whenever another process has written. */
  version(): number;
  find(person: string): KeyRow | undefined;
  /** Durable on return. Keeps the key of a person who has one by now. */
  add(keys: readonly NewKey[]): void;
  /** Durable on return, and nothing of the key is left in the files. Returns the fingerprint. */
  destroy(person: string): string | null;
  /** The value that only the right master key unwraps; kept at the first call. */
  check(first: () => Buffer): Buffer;
  close(): void;
}

/** Throws `UnusableFile` for a file that is no keys file. */
export function openKeysFile(path: string): KeysFile {
  const inWords = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw inOurWords(error, path);
    }
  };
  const database = inWords(() => openDatabaseFile(path, KEYS));
  const transaction = <T>(work: () => T): T => inWords(() => inTransaction(database, work));
  const version = database.prepare('PRAGMA data_version');
  const find = database.prepare('SELECT wrapped, fingerprint FROM person_key WHERE person = ?');
  const add = database.prepare('INSERT INTO person_key VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const destroy = database.prepare(
    'INSERT INTO person_key VALUES (?, NULL, NULL) ON CONFLICT DO UPDATE SET wrapped = NULL RETURNING fingerprint',
  );
  const check = database.prepare('SELECT wrapped FROM master_key_check');
  const keepCheck = database.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING');

  const checked = () => (check.get() as { wrapped: Uint8Array } | undefined)?.wrapped;
  return {
    version: () => inWords(() => (version.get() as { data_version: number }).data_version),
    find: (person) => inWords(() => asRow(find.get(person) as StoredRow | undefined)),
    add: (keys) =>
      transaction(() =>
        keys.forEach(({ person, wrapped, fingerprint }) => add.run(person, wrapped, fingerprint)),
      ),
    destroy(person) {
      const { fingerprint } = transaction(() => destroy.get(person) as { fingerprint: string | null });
      inWords(() => emptyWal(database, path));
      return fingerprint;
    },
    check(first) {
      if (!checked()) transaction(() => keepCheck.run(first()));
      return Buffer.from(checked()!);
    },
    close: () => closeDatabaseFile(database),
  };
}

interface StoredRow {
  readonly wrapped: Uint8Array | null;
  readonly fingerprint: string | null;
}

const asRow = (row: StoredRow | undefined): KeyRow | undefined =>
  row && { wrapped: row.wrapped && Buffer.from(row.wrapped), fingerprint: row.fingerprint };

function inTransaction<T>(database: DatabaseSyncInstance, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** The -wal file still holds pages from before: without this the destroyed key could be read there. */
function emptyWal(database: DatabaseSyncInstance, path: string): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy)
    throw new EventStoreUnavailable(
      `The key is destroyed, but ${path}-wal still holds an old page because another process is reading it. Erase again to clear it.`,
    );
}
