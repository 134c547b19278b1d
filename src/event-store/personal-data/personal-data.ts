// Personal values are sealed with a key of their person before they reach the log, and opened where someone may see them.
import { PortFailure } from '#platform/port-failure.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { KeyState } from './keys-store.js';
import { ERASED, isErased, type Erased } from '#specification/model/stored-value.js';

/**
 * Whose key: a person's, by id, or a record's, for somebody who is no user. The two are kept under names that never meet, since
 * ids of people have no point in them, and names of records have: whoever chooses a record's id reaches nobody's key.
 */
export type KeyOwner = string | RecordRef;

/** A value encrypted with AES-256-GCM under its person's key. Plain JSON: what log, read models and exports hold. */
export interface Sealed {
  readonly sealed: {
    /** Id of the person, or name of the record; in older logs the record's id. */
    readonly person: string;
    /** base64url of 12 bytes initialisation vector, ciphertext, 16 bytes tag. */
    readonly box: string;
  };
}

/** True for exactly the shape above: a field that somebody named `sealed` is no sealed value. */
export function isSealed(value: unknown): value is Sealed {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false;
  const sealed = value.sealed as Partial<Sealed['sealed']> | null;
  return typeof sealed === 'object' && typeof sealed?.person === 'string' && typeof sealed.box === 'string';
}

export interface PersonalData {
  /** Seals any JSON value. Makes the key on first use. Throws `PersonErased` once it is destroyed. */
  seal(owner: KeyOwner, value: unknown): Promise<Sealed>;
  /**
   * The same JSON with every sealed value in it opened; those of erased people become `{ erased: true }`. A key that is destroyed, and of
   * whose erasure the log knows nothing, is missing.
   */
  open<T>(json: T): Promise<T>;
  /**
   * As `open`, to show: what is sealed with a key that is missing becomes `{ keyMissing: true }`, what does not open with its
   * key `{ damaged: true }`, and nothing else suffers.
   */
  openForDisplay<T>(json: T): Promise<T>;
  /** Called with the names of keys that `show` missed, each once. */
  onMissingKeys(listener: (names: readonly string[]) => void): void;
  /** Called with the names of keys that `show` met damaged values of, each once. */
  onDamagedValues(listener: (names: readonly string[]) => void): void;
  /** Destroys the key, durably. Returns the fingerprint of the destroyed key, null where there was none. */
  erase(owner: KeyOwner): Promise<{ readonly keyFingerprint: string | null }>;
  /** Keyed hash (HMAC-SHA-256, hex) under a key of this installation: to find what may not be readable. */
  digest(text: string): string;
  /** What there is of these keys; those that were never made here, or are lost, are left out. */
  findKeyStates(people: readonly string[]): Promise<ReadonlyMap<string, KeyState>>;
  /** Names of destroyed keys that sort after this one, in order; so many at most. */
  listDestroyedKeys(after: string, limit: number): Promise<readonly string[]>;
  /** Names of keys whose erasures the log records: of others it is asked once they are met. */
  rememberErased(names: Iterable<string>): void;
  /** Keys are known to be lost: none is made any more, since the right ones may be put back. */
  forbidNewKeys(why: string): void;
  close(): Promise<void>;
}

/** Of these names of keys, those whose erasures the log records. */
export type FindRecordedErasures = (names: readonly string[]) => Promise<ReadonlySet<string>>;

export class PersonErased extends PortFailure {
  override readonly name = 'PersonErased';
  override readonly failure = 'erased';
}

/** In as many boxes as it speaks of people, each in the next. Of somebody who is erased it stays so: it does not come back. */
export async function sealForAll(
  personalData: Pick<PersonalData, 'seal'>,
  owners: readonly KeyOwner[],
  value: unknown,
): Promise<unknown> {
  let content = value;
  try {
    for (const owner of new Set(owners)) content = await personalData.seal(owner, content);
    return content;
  } catch (error) {
    if (error instanceof PersonErased) return ERASED;
    throw error;
  }
}

export type Unsealed<T> = T | Erased;

export function undefinedIfErased<T>(opened: Unsealed<T>): T | undefined {
  return isErased(opened) ? undefined : (opened as T);
}

/** Names of the keys that something in it is sealed with. */
export function collectKeyNames(json: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  replaceSealed(json, (value) => {
    names.add(value.sealed.person);
    return value;
  });
  return names;
}

/** Any JSON with what is sealed in it replaced. Where nothing is, the very same JSON comes back, uncopied. */
export function replaceSealed(json: unknown, openOne: (sealed: Sealed) => unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return replaceInItems(json, openOne);
  if (isSealed(json)) return openOne(json);
  return replaceInProperties(json as Record<string, unknown>, openOne);
}

function replaceInItems(items: readonly unknown[], openOne: (sealed: Sealed) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const opened = replaceSealed(items[index], openOne);
    if (opened !== items[index]) (copy ??= [...items])[index] = opened;
  }
  return copy ?? items;
}

function replaceInProperties(
  object: Readonly<Record<string, unknown>>,
  openOne: (sealed: Sealed) => unknown,
): unknown {
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const opened = replaceSealed(object[key], openOne);
    if (opened !== object[key]) (changed ??= new Map<string, unknown>()).set(key, opened);
  }
  if (!changed) return object;
  // fromEntries, not assignment: a property called __proto__ stays a property.
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, changed.has(key) ? changed.get(key) : value]),
  );
}
