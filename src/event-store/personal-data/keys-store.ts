// Port of the store of persons' keys, with the adapters keys-file.ts and mongodb/mongo-keys.ts. Contract:
// test/event-store/personal-data/keys-store.contract.ts.
export interface KeyRow {
  /** Wrapped by the master key; null: destroyed. */
  readonly wrapped: Buffer | null;
  /** Hex SHA-256 of the key; null: there never was one. */
  readonly fingerprint: string | null;
}

export interface NewKey {
  readonly person: string;
  readonly wrapped: Buffer;
  readonly fingerprint: string;
}

/** 'destroyed': by an erasure. */
export type KeyState = 'kept' | 'destroyed';

export const toKeyState = ({ wrapped }: KeyRow): KeyState => (wrapped ? 'kept' : 'destroyed');

/** Files answer synchronously, servers do not. */
export type MaybePromise<T> = T | Promise<T>;

/** Throws `EventStoreUnavailable`. */
export interface KeysStore {
  /** For messages: “the keys file /srv/keys.sqlite”. */
  readonly place: string;
  /** true: earlier results of `find` may be outdated. Cheap, answered from memory. */
  isStale(): boolean;
  /** Omits persons without a key. */
  find(people: readonly string[]): MaybePromise<ReadonlyMap<string, KeyRow>>;
  /** Durable and visible on return. Existing keys stay. */
  add(keys: readonly NewKey[]): MaybePromise<void>;
  /** Durable on return. Returns the key's fingerprint, null without a key. */
  destroy(person: string): MaybePromise<string | null>;
  /** Names of destroyed keys after this one, sorted, at most `limit`. */
  listDestroyed(after: string, limit: number): MaybePromise<readonly string[]>;
  /** The value that only the right master key unwraps; `first` is stored on the first call. */
  findOrStoreCheck(first: () => Buffer): MaybePromise<Buffer>;
  close(): MaybePromise<void>;
}
