// Contract: test/event-store/personal-data/keys-store.contract.ts.
export interface StoredPersonKey {
  /** Wrapped by the master key; null: destroyed. */
  readonly wrapped: Buffer | null;
  /** Hex SHA-256; null: there never was a key. */
  readonly fingerprint: string | null;
}

export interface NewPersonKey {
  readonly person: string;
  readonly wrapped: Buffer;
  readonly fingerprint: string;
}

export type PersonKeyState = 'kept' | 'destroyed';

export const toPersonKeyState = ({ wrapped }: StoredPersonKey): PersonKeyState =>
  wrapped ? 'kept' : 'destroyed';

export type MaybePromise<T> = T | Promise<T>;

/** Throws `EventStoreUnavailable`. */
export interface PersonKeysStore {
  /** For messages: “the keys file /srv/keys.sqlite”. */
  readonly place: string;
  /** true: earlier results of `find` may be outdated. From memory. */
  isStale(): boolean;
  find(people: readonly string[]): MaybePromise<ReadonlyMap<string, StoredPersonKey>>;
  /** Durable and visible on return. Existing keys stay. */
  add(keys: readonly NewPersonKey[]): MaybePromise<void>;
  /** Durable on return. Returns the key's fingerprint. */
  destroy(person: string): MaybePromise<string | null>;
  /** Sorted names after this one, at most `limit`. */
  listDestroyed(after: string, limit: number): MaybePromise<readonly string[]>;
  /** Only the right master key unwraps it; `first` is stored on the first call. */
  findOrStoreCheck(first: () => Buffer): MaybePromise<Buffer>;
  close(): MaybePromise<void>;
}
