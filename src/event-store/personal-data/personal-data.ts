// Port for personal data: values are sealed with their person's key before they reach the log.
import { PortFailure } from '#platform/port-failure.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { KeyState } from './keys-store.js';
import { ERASED, isErased, type Erased } from '#specification/model/stored-value.js';

/**
 * A person's id, or a record for people who are no users. Record names contain dots and ids of people do not, so the
 * two never collide.
 */
export type KeyOwner = string | RecordRef;

/** A value encrypted with AES-256-GCM. Plain JSON, as log, read models and exports hold it. */
export interface SealedValue {
  readonly sealed: {
    /** Id of the person or name of the record; in older logs the record's id. */
    readonly person: string;
    /** base64url of 12 bytes IV, ciphertext, 16 bytes tag. */
    readonly box: string;
  };
}

/** Matches exactly this shape, not any object with a field `sealed`. */
export function isSealed(value: unknown): value is SealedValue {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false;
  const sealed = value.sealed as Partial<SealedValue['sealed']> | null;
  return typeof sealed === 'object' && typeof sealed?.person === 'string' && typeof sealed.box === 'string';
}

export interface PersonalData {
  /** Creates the key on first use. Throws `PersonErased` once it is destroyed. */
  seal(owner: KeyOwner, value: unknown): Promise<SealedValue>;
  /** Returns the JSON with all sealed values opened; erased ones become `{ erased: true }`. Throws where a key is missing. */
  open<T>(json: T): Promise<T>;
  /** As `open`, but a missing key yields `{ keyMissing: true }` and a damaged value `{ damaged: true }`. */
  openForDisplay<T>(json: T): Promise<T>;
  /** Called once for each key that `openForDisplay` misses. */
  onMissingKeys(listener: (names: readonly string[]) => void): void;
  /** Called once for each key with damaged values. */
  onDamagedValues(listener: (names: readonly string[]) => void): void;
  /** Destroys the key durably. Returns its fingerprint, null without a key. */
  erase(owner: KeyOwner): Promise<{ readonly keyFingerprint: string | null }>;
  /** Keyed hash (HMAC-SHA-256, hex): finds values without storing them readably. */
  digest(text: string): string;
  /** Omits keys that never existed here or are lost. */
  findKeyStates(people: readonly string[]): Promise<ReadonlyMap<string, KeyState>>;
  /** Names of destroyed keys after this one, sorted, at most `limit`. */
  listDestroyedKeys(after: string, limit: number): Promise<readonly string[]>;
  /** Names with a recorded erasure; others are looked up when needed. */
  rememberErased(names: Iterable<string>): void;
  /** Keys are lost: new ones would prevent restoring the old ones. */
  forbidNewKeys(why: string): void;
  close(): Promise<void>;
}

/** Filters names to those with a recorded erasure. */
export type FindRecordedErasures = (names: readonly string[]) => Promise<ReadonlySet<string>>;

export class PersonErased extends PortFailure {
  override readonly name = 'PersonErased';
  override readonly failure = 'erased';
}

/** Seals the value with every owner's key in turn; once one is erased, the value is erased. */
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

/** Names of all keys used in the JSON. */
export function collectKeyNames(json: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  replaceSealed(json, (value) => {
    names.add(value.sealed.person);
    return value;
  });
  return names;
}

/** Replaces sealed values anywhere in the JSON. Returns the same object where there are none. */
export function replaceSealed(json: unknown, openOne: (sealed: SealedValue) => unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return replaceInItems(json, openOne);
  if (isSealed(json)) return openOne(json);
  return replaceInProperties(json as Record<string, unknown>, openOne);
}

function replaceInItems(items: readonly unknown[], openOne: (sealed: SealedValue) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const opened = replaceSealed(items[index], openOne);
    if (opened !== items[index]) (copy ??= [...items])[index] = opened;
  }
  return copy ?? items;
}

function replaceInProperties(
  object: Readonly<Record<string, unknown>>,
  openOne: (sealed: SealedValue) => unknown,
): unknown {
  let changed: Map<string, unknown> | undefined;
  for (const key of Object.keys(object)) {
    const opened = replaceSealed(object[key], openOne);
    if (opened !== object[key]) (changed ??= new Map<string, unknown>()).set(key, opened);
  }
  if (!changed) return object;
  // fromEntries keeps a property called __proto__ a property.
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, changed.has(key) ? changed.get(key) : value]),
  );
}
