// Persons' keys, unwrapped: made on first use, forgotten as soon as the store says that somebody may have been erased.
import { createHash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import { PortFailure } from '#platform/port-failure.js';
import type { KeyRow, KeysStore, NewKey } from './keys-store.js';
import { PersonErased, type FindRecordedErasures } from './personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';
import { encryptBox, decryptBox } from './encrypt-box.js';

export interface KeyRing {
  /** Call before a run of `known` and `find`: learns whether others may have erased somebody since. */
  refreshIfStale(): void;
  /** As far as it is remembered. */
  findCached(person: string): PersonKey | undefined;
  /** Those who never had a key are left out, and those whose key is destroyed although nobody erased them. */
  find(people: Iterable<string>): Promise<ReadonlyMap<string, PersonKey>>;
  /**
   * The key of this name, made and durable where there was none. Throws `PersonErased`, also where the one of the former name is
   * destroyed: an erasure holds under whichever name it was made.
   */
  findOrCreate(person: string, formerly?: string): Promise<Buffer>;
  destroy(person: string): Promise<string | null>;
  /** The log records that they were erased. */
  rememberErased(names: Iterable<string>): void;
  /** From now on `obtain` throws `PersonalDataUnreadable` where there is no key. */
  forbidNewKeys(why: string): void;
}

export type PersonKey = Buffer | typeof DESTROYED_KEY;

export const DESTROYED_KEY = Symbol('destroyed');

/** More than there are people in most installations: lists go through all of them in order, and what is older than that is read anew each time. */
const MAX_CACHED_KEYS = 50_000;

export function createKeyRing(
  store: KeysStore,
  wrappingKey: Buffer,
  erasures: FindRecordedErasures,
): KeyRing {
  const keys = new LRUCache<string, { readonly key: PersonKey }>(atMost(MAX_CACHED_KEYS));
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
    const asked = epoch;
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
    // An answer from before something was forgotten may be what had to be forgotten.
    if (asked === epoch) for (const [person, key] of found) keys.set(person, { key });
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
      if (key === DESTROYED_KEY) throw new PersonErased(`the key of person ${person} is destroyed`);
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

/** Throws `PersonalDataUnreadable` where the row is damaged. */
function unwrapKey(person: string, { wrapped }: KeyRow, { wrappingKey, place }: Wrapping): PersonKey {
  if (!wrapped) return DESTROYED_KEY;
  const key = decryptBox(wrappingKey, person, wrapped);
  if (key) return key;
  throw new PersonalDataUnreadable(`The key of person ${person} is damaged. Restore ${place} from a backup.`);
}

/** Of whom the log records an erasure: none is taken back. */
class ErasedOwners {
  private readonly names = new Set<string>();

  constructor(private readonly erasures: FindRecordedErasures) {}

  has = (name: string): boolean => this.names.has(name);

  add(names: Iterable<string>): void {
    for (const name of names) this.names.add(name);
  }

  /** false: the log cannot be asked. Read models are shown all the same, and a destroyed key is most likely that of somebody who was erased. */
  async learn(destroyed: readonly string[]): Promise<boolean> {
    const unknown = destroyed.filter((name) => !this.names.has(name));
    if (unknown.length === 0) return true;
    try {
      this.add(await this.erasures(unknown));
      return true;
    } catch (error) {
      if (error instanceof PortFailure) return false;
      throw error;
    }
  }
}

/** Keys wanted in the same turn of the event loop are made in one transaction. */
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

function createKey(person: string, wrappingKey: Buffer): NewKey {
  const key = randomBytes(32);
  return {
    person,
    wrapped: encryptBox(wrappingKey, person, key),
    fingerprint: createHash('sha256').update(key).digest('hex'),
  };
}
