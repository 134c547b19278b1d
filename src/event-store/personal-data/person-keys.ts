import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { AdapterError } from '#platform/adapter-error.js';
import type { StoredPersonKey, PersonKeysStore, NewPersonKey } from './person-keys-store.js';
import { PersonErasedError, type FindRecordedErasures } from './personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { encryptBytes, decryptBytes } from './encrypt-bytes.js';

export interface PersonKeys {
  /** Call before a series of lookups: notices erasures by other processes. */
  refreshIfStale(): void;
  findCached(person: string): PersonKey | undefined;
  /** Omits persons without a key, or whose key was destroyed without a recorded erasure. */
  find(people: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>;
  /** Creates a missing key durably. Throws `PersonErasedError`, also for a destroyed key of `formerly`. */
  findOrCreate(person: string, formerly?: string): Promise<Buffer>;
  destroy(person: string): Promise<string | null>;
  rememberErased(names: Iterable<string>): void;
  /** From now on, `findOrCreate` throws `PersonalDataUnreadable` instead of creating keys. */
  forbidNewKeys(why: string): void;
}

export type PersonKey = Buffer | typeof DESTROYED_KEY;

export const DESTROYED_KEY = Symbol('destroyed');

/** Lists read everyone in order, so a smaller cache would always miss. */
const MAX_CACHED_KEYS = 50_000;

export function createPersonKeys(
  store: PersonKeysStore,
  wrappingKey: Buffer,
  erasures: FindRecordedErasures,
): PersonKeys {
  const keys = new LRUCache<string, { readonly key: PersonKey }>(createLruCacheOptions(MAX_CACHED_KEYS));
  const make = batchWithinTurn((people) => store.add(people.map((person) => createKey(person, wrappingKey))));
  const erased = new ErasedOwners(erasures);
  let epoch = 0;
  let lossReason: string | undefined;

  function clearCache(): void {
    epoch++;
    keys.clear();
  }

  const findCached = (person: string) => keys.get(person)?.key;

  async function find(people: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>> {
    const epochBefore = epoch;
    const rows = await store.find([...people]);
    const isAnswered = await erased.learn(
      [...rows].flatMap(([person, { wrapped }]) => (wrapped ? [] : person)),
    );
    const found = new Map<string, PersonKey>();
    for (const [person, row] of rows) {
      const key = unwrapKey(person, row, { wrappingKey, place: store.place });
      if (key !== DESTROYED_KEY || erased.has(person) || !isAnswered) found.set(person, key);
    }
    if (!isAnswered) return found;
    // Do not cache a key that was read before an erasure: it may be the erased one.
    if (epochBefore === epoch) for (const [person, key] of found) keys.set(person, { key });
    return found;
  }

  return {
    findCached,
    find,
    refreshIfStale() {
      if (store.isStale()) clearCache();
    },
    async findOrCreate(person, formerly) {
      const look = async () => findCached(person) ?? (await find([person])).get(person);
      let key = await look();
      if (key === undefined) {
        if (formerly !== undefined && (await find([formerly])).get(formerly) === DESTROYED_KEY)
          key = DESTROYED_KEY;
        else if (lossReason === undefined) await make(person);
        else throw new PersonalDataUnreadable(lossReason);
      }
      if (key === undefined) {
        key = await look();
      }
      if (key === undefined) throw unexplainedDestructionError(person, store.place);
      if (key === DESTROYED_KEY) throw new PersonErasedError(`the key of person ${person} is destroyed`);
      return key;
    },
    rememberErased: (names) => erased.add(names),
    forbidNewKeys(why) {
      lossReason = why;
    },
    async destroy(person) {
      try {
        return await store.destroy(person);
      } finally {
        clearCache();
      }
    },
  };
}

const unexplainedDestructionError = (person: string, place: string) =>
  new PersonalDataUnreadable(
    `The key of ${person} in ${place} is destroyed, and the log knows of no erasure. Put it back from a backup of the keys.`,
  );

interface Wrapping {
  readonly wrappingKey: Buffer;
  readonly place: string;
}

/** Throws `PersonalDataUnreadable`. */
function unwrapKey(
  person: string,
  { wrapped }: StoredPersonKey,
  { wrappingKey, place }: Wrapping,
): PersonKey {
  if (!wrapped) return DESTROYED_KEY;
  const key = decryptBytes(wrappingKey, person, wrapped);
  if (key) return key;
  throw new PersonalDataUnreadable(`The key of person ${person} is damaged. Restore ${place} from a backup.`);
}

class ErasedOwners {
  private readonly names = new Set<string>();

  constructor(private readonly erasures: FindRecordedErasures) {}

  has = (name: string): boolean => this.names.has(name);

  add(names: Iterable<string>): void {
    for (const name of names) this.names.add(name);
  }

  /** false: the log is unavailable, so a destroyed key counts as erased and pages still work. */
  async learn(destroyed: readonly string[]): Promise<boolean> {
    const unknown = destroyed.filter((name) => !this.names.has(name));
    if (unknown.length === 0) return true;
    try {
      this.add(await this.erasures(unknown));
      return true;
    } catch (error) {
      if (error instanceof AdapterError) return false;
      throw error;
    }
  }
}

function batchWithinTurn(
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

function createKey(person: string, wrappingKey: Buffer): NewPersonKey {
  const key = randomBytes(32);
  return {
    person,
    wrapped: encryptBytes(wrappingKey, person, key),
    fingerprint: createHash('sha256').update(key).digest('hex'),
  };
}
