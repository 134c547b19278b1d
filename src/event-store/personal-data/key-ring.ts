// Persons' keys: unwrapped in memory, made on first use, forgotten as soon as the store says that somebody may have been erased; and
// wrapped by the master key in a file of their own.
import { createHash, randomBytes, createCipheriv, createDecipheriv } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import type { KeyRow, KeysStore, NewKey } from './keys-store.js';
import { PersonErased } from './personal-data.js';
import { PersonalDataUnreadable } from './unreadable.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { inTransaction } from '#platform/sqlite-codes.js';
import { EventStoreUnavailable } from '../event-store.js';
import { closeDatabaseFile, openDatabaseFile, type FileFormat } from '../sqlite/database-file.js';
import { translateSqliteError } from '../sqlite/failures.js';

export interface KeyRing {
  /** Call before a run of `known` and `find`: learns whether others may have erased somebody since. */
  refresh(): void;
  /** As far as it is remembered. */
  known(person: string): PersonKey | undefined;
  /** Those who never had a key are left out. */
  find(people: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>;
  /**
   * The key of this name, made and durable where there was none. Throws `PersonErased`, also where the one of the former name is
   * destroyed: an erasure holds under whichever name it was made.
   */
  obtain(person: string, formerly?: string): Promise<Buffer>;
  destroy(person: string): Promise<string | null>;
  /** From now on `obtain` throws `PersonalDataUnreadable` where there is no key. */
  makeNone(why: string): void;
}

export type PersonKey = Buffer | typeof DESTROYED;

export const DESTROYED = Symbol('destroyed');

const REMEMBERED = 10_000;

export function createKeyRing(store: KeysStore, wrappingKey: Buffer): KeyRing {
  const keys = new LRUCache<string, { readonly key: PersonKey }>(atMost(REMEMBERED));
  const make = inOneGo((people) => store.add(people.map((person) => newKey(person, wrappingKey))));
  let epoch = 0;
  let lost: string | undefined;

  function forget(): void {
    epoch++;
    keys.clear();
  }

  const known = (person: string) => keys.get(person)?.key;

  async function find(people: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>> {
    const asked = epoch;
    const rows = await store.find([...people]);
    const found = new Map<string, PersonKey>();
    for (const [person, row] of rows) found.set(person, unwrap(person, row));
    // An answer from before something was forgotten may be what had to be forgotten.
    if (asked === epoch) for (const [person, key] of found) keys.set(person, { key });
    return found;
  }

  function unwrap(person: string, { wrapped }: KeyRow): PersonKey {
    if (!wrapped) return DESTROYED;
    const key = openBox(wrappingKey, person, wrapped);
    if (key) return key;
    throw new PersonalDataUnreadable(
      `The key of person ${person} is damaged. Restore ${store.place} from a backup.`,
    );
  }

  return {
    known,
    find,
    refresh() {
      if (store.isStale()) forget();
    },
    async obtain(person, formerly) {
      const look = async () => known(person) ?? (await find([person])).get(person);
      let key = await look();
      if (key === undefined) {
        if (formerly !== undefined && (await find([formerly])).get(formerly) === DESTROYED) key = DESTROYED;
        else if (lost === undefined) await make(person);
        else throw new PersonalDataUnreadable(lost);
      }
      if (key === undefined) {
        key = await look();
      }
      if (key === DESTROYED) throw new PersonErased(`the key of person ${person} is destroyed`);
      return key!;
    },
    makeNone(why) {
      lost = why;
    },
    async destroy(person) {
      try {
        return await store.destroy(person);
      } finally {
        forget();
      }
    },
  };
}

/** Keys wanted in the same turn of the event loop are made in one transaction. */
function inOneGo(
  make: (people: readonly string[]) => void | Promise<void>,
): (person: string) => Promise<void> {
  let wanted = new Set<string>();
  let making: Promise<void> | undefined;
  return (person) => {
    wanted.add(person);
    making ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      const people = [...wanted];
      wanted = new Set();
      making = undefined;
      return make(people);
    });
    return making;
  };
}

function newKey(person: string, wrappingKey: Buffer): NewKey {
  const key = randomBytes(32);
  return {
    person,
    wrapped: closeBox(wrappingKey, person, key),
    fingerprint: createHash('sha256').update(key).digest('hex'),
  };
}

/** The port, answered at once, by a file: one row per person; after an erasure the row stays without a key. */
interface KeysFile extends KeysStore {
  find(people: readonly string[]): ReadonlyMap<string, KeyRow>;
  /** Nothing of the key is left in the files on return. */
  destroy(person: string): string | null;
  check(first: () => Buffer): Buffer;
  /** Whether a master key was checked here before. */
  begun(): boolean;
  close(): void;
}

const FORMAT: FileFormat = {
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

/** `onlyLooks`: makes and changes nothing. Throws `UnusableFile` for a file that is no keys file. */
export function openKeysFile(path: string, { onlyLooks = false } = {}): KeysFile {
  const translating = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw translateSqliteError(error, { path, shown: 'the file of keys' });
    }
  };
  const database = translating(() => openDatabaseFile(path, FORMAT, { onlyLooks }));
  const transaction = <T>(work: () => T): T => translating(() => inTransaction(database, work));
  const version = database.prepare('PRAGMA data_version');
  const find = database.prepare('SELECT wrapped, fingerprint FROM person_key WHERE person = ?');
  const add = database.prepare('INSERT INTO person_key VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
  const destroy = database.prepare(
    'INSERT INTO person_key VALUES (?, NULL, NULL) ON CONFLICT DO UPDATE SET wrapped = NULL RETURNING fingerprint',
  );
  const check = database.prepare('SELECT wrapped FROM master_key_check');
  const keepCheck = database.prepare('INSERT INTO master_key_check VALUES (1, ?) ON CONFLICT DO NOTHING');

  const versionNow = () => translating(() => (version.get() as { data_version: number }).data_version);
  let seen = versionNow();

  const checked = () => (check.get() as { wrapped: Uint8Array } | undefined)?.wrapped;
  return {
    place: `the keys file ${path}`,
    isStale() {
      const before = seen;
      // Changes whenever another process has written.
      seen = versionNow();
      return seen !== before;
    },
    find: (people) =>
      translating(() => {
        const rows = people.map(
          (person) => [person, asKeyRow(find.get(person) as StoredRow | undefined)] as const,
        );
        return new Map(rows.filter((row): row is readonly [string, KeyRow] => row[1] !== undefined));
      }),
    add: (keys) =>
      transaction(() =>
        keys.forEach(({ person, wrapped, fingerprint }) => add.run(person, wrapped, fingerprint)),
      ),
    destroy(person) {
      const { fingerprint } = transaction(() => destroy.get(person) as { fingerprint: string | null });
      translating(() => emptyWal(database, path));
      return fingerprint;
    },
    check(first) {
      if (!checked()) transaction(() => keepCheck.run(first()));
      return Buffer.from(checked()!);
    },
    begun: () => translating(() => checked() !== undefined),
    close: () => (onlyLooks ? database.close() : closeDatabaseFile(database)),
  };
}

interface StoredRow {
  readonly wrapped: Uint8Array | null;
  readonly fingerprint: string | null;
}

const asKeyRow = (row: StoredRow | undefined): KeyRow | undefined =>
  row && { wrapped: row.wrapped && Buffer.from(row.wrapped), fingerprint: row.fingerprint };

/** The -wal file still holds pages from before: without this the destroyed key could be read there. */
function emptyWal(database: DatabaseSyncInstance, path: string): void {
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
  if (busy)
    throw new EventStoreUnavailable(
      `The key is destroyed, but ${path}-wal still holds an old page because another process is reading it. Erase again to clear it.`,
    );
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM: the box says nothing, and cannot be changed or moved to another owner unnoticed. Returns 12 bytes initialisation vector,
 * ciphertext, 16 bytes tag. `owner` is bound to the box without being in it.
 */
export function closeBox(key: Uint8Array, owner: string, content: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner));
  return Buffer.concat([iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
}

/** undefined: the key, the owner or the box is not the one it was closed with. */
export function openBox(key: Uint8Array, owner: string, box: Buffer): Buffer | undefined {
  if (box.length < IV_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
