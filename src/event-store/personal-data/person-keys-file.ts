// SQLite: one row per person, the key wrapped by the master key. An erasure leaves the row without its key.
import type { StoredPersonKey, PersonKeysStore } from './person-keys-store.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { runInTransaction } from '#platform/sqlite.js';
import { EventStoreUnavailable } from '../event-store.js';
import { closeDatabaseFile, openDatabaseFile, type FileFormat } from '../sqlite/database-file.js';
import { translateSqliteError } from '../sqlite/sqlite-errors.js';

interface KeysFile extends PersonKeysStore {
  find(people: readonly string[]): ReadonlyMap<string, StoredPersonKey>;
  /** Nothing of the key remains in the files on return. */
  destroy(person: string): string | null;
  listDestroyed(after: string, limit: number): readonly string[];
  findOrStoreCheck(first: () => Buffer): Buffer;
  hasMasterKeyCheck(): boolean;
  close(): void;
}

export const KEYS_FORMAT_VERSION = 1;

const FORMAT: FileFormat = {
  name: 'keys file',
  applicationId: 0x4459424c, // 'DYBL'
  version: KEYS_FORMAT_VERSION,
  schema: `
    CREATE TABLE person_key (
      person TEXT PRIMARY KEY,
      wrapped BLOB, -- NULL: destroyed
      fingerprint TEXT -- hex SHA-256 of the key; NULL: there never was one
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE master_key_check (only INTEGER PRIMARY KEY CHECK (only = 1), wrapped BLOB NOT NULL) STRICT`,
  // secure_delete overwrites what is removed.
  pragmas: 'PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;',
};

export function openPersonKeysFile(path: string, { isReadOnly = false } = {}): KeysFile {
  const translateErrors = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error, { path, shown: 'the file of keys' });
    }
  };
  const database = translateErrors(() => openDatabaseFile(path, FORMAT, { isReadOnly }));
  const transaction = <T>(work: () => T): T => translateErrors(() => runInTransaction(database, work));
  const version = database.prepare('PRAGMA data_version');
  const find = database.prepare('SELECT wrapped, fingerprint FROM person_key WHERE person = ?');
  const add = database.prepare('INSERT INTO person_key VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const destroy = database.prepare(
    'INSERT INTO person_key VALUES (?, NULL, NULL) ON CONFLICT DO UPDATE SET wrapped = NULL RETURNING fingerprint',
  );
  const destroyed = database.prepare(
    'SELECT person FROM person_key WHERE wrapped IS NULL AND person > ? ORDER BY person LIMIT ?',
  );
  const check = database.prepare('SELECT wrapped FROM master_key_check');
  const insertCheck = database.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING');

  const readVersion = () => translateErrors(() => (version.get() as { data_version: number }).data_version);
  let lastVersion = readVersion();

  const readCheck = () => (check.get() as { wrapped: Uint8Array } | undefined)?.wrapped;
  return {
    place: `the keys file ${path}`,
    isStale() {
      const before = lastVersion;
      lastVersion = readVersion();
      return lastVersion !== before;
    },
    find: (people) =>
      translateErrors(() => {
        const rows = people.map(
          (person) => [person, toKeyRow(find.get(person) as StoredRow | undefined)] as const,
        );
        return new Map(rows.filter((row): row is readonly [string, StoredPersonKey] => row[1] !== undefined));
      }),
    add: (keys) =>
      transaction(() =>
        keys.forEach(({ person, wrapped, fingerprint }) => add.run(person, wrapped, fingerprint)),
      ),
    destroy(person) {
      const { fingerprint } = transaction(() => destroy.get(person) as { fingerprint: string | null });
      translateErrors(() => truncateWal(database, path));
      return fingerprint;
    },
    listDestroyed: (after, limit) =>
      translateErrors(() =>
        (destroyed.all(after, limit) as unknown as readonly { person: string }[]).map(({ person }) => person),
      ),
    findOrStoreCheck(first) {
      if (!readCheck()) transaction(() => insertCheck.run(first()));
      return Buffer.from(readCheck()!);
    },
    hasMasterKeyCheck: () => translateErrors(() => readCheck() !== undefined),
    close: () => (isReadOnly ? database.close() : closeDatabaseFile(database)),
  };
}

interface StoredRow {
  readonly wrapped: Uint8Array | null;
  readonly fingerprint: string | null;
}

const toKeyRow = (row: StoredRow | undefined): StoredPersonKey | undefined =>
  row && { wrapped: row.wrapped && Buffer.from(row.wrapped), fingerprint: row.fingerprint };

/** The -wal file still holds earlier pages with the destroyed key. */
function truncateWal(database: DatabaseSyncInstance, path: string): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy)
    throw new EventStoreUnavailable(
      `The key is destroyed, but ${path}-wal still holds an old page because another process is reading it. Erase again to clear it.`,
    );
}
