// Where persons' keys are kept: a port with two adapters, keys-file.ts and mongodb/mongo-keys.ts. Both pass test/event-store/personal-data/keys-store.contract.ts.
export interface KeyRow {
  /** The key, wrapped by the master key; null: destroyed. */
  readonly wrapped: Buffer | null;
  /** hex SHA-256 of the key; null: there never was one. */
  readonly fingerprint: string | null;
}

export interface NewKey {
  readonly person: string;
  readonly wrapped: Buffer;
  readonly fingerprint: string;
}

/** Kept, or destroyed by an erasure. */
export type KeyState = 'kept' | 'destroyed';

export const toKeyState = ({ wrapped }: KeyRow): KeyState => (wrapped ? 'kept' : 'destroyed');

/** A file answers at once, a server later. */
export type Awaitable<T> = T | Promise<T>;

/** Throws `EventStoreUnavailable` where it cannot be reached or written. */
export interface KeysStore {
  /** For messages: “the keys file /srv/keys.sqlite”. */
  readonly place: string;
  /** true: what `find` has said before may no longer be so. Asked often, answers from memory. */
  isStale(): boolean;
  /** Those who never had a key are left out. */
  find(people: readonly string[]): Awaitable<ReadonlyMap<string, KeyRow>>;
  /** Durable, and found by `find`, on return. Keeps the key of a person who has one by now. */
  add(keys: readonly NewKey[]): Awaitable<void>;
  /** Durable on return. Returns the fingerprint of the key, null where there was none. */
  destroy(person: string): Awaitable<string | null>;
  /** Names of destroyed keys that sort after this one, in order; so many at most. */
  listDestroyed(after: string, limit: number): Awaitable<readonly string[]>;
  /** The value that only the right master key unwraps; kept at the first call. */
  findOrStoreCheck(first: () => Buffer): Awaitable<Buffer>;
  close(): Awaitable<void>;
}
