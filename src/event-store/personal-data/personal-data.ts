import { AdapterError } from '#platform/adapter-error.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { PersonKeyState } from './person-keys-store.js';
import { ERASED, isErased, type Erased } from '#specification/model/stored-value.js';

/** A person's id, or the record of people who are no users. Record names contain dots, person ids do not. */
export type KeyOwner = string | RecordRef;

export interface SealedValue {
  readonly sealed: {
    /** Person id or record name; in older logs the record's id. */
    readonly person: string;
    /** base64url of 12 bytes IV, ciphertext, 16 bytes tag. */
    readonly box: string;
  };
}

/** Exactly this shape, not any object with a field `sealed`. */
export function isSealed(value: unknown): value is SealedValue {
  if (typeof value !== 'object' || value === null || !('sealed' in value)) return false;
  const sealed = value.sealed as Partial<SealedValue['sealed']> | null;
  return typeof sealed === 'object' && typeof sealed?.person === 'string' && typeof sealed.box === 'string';
}

export interface PersonalData {
  /** Creates the key on first use. Throws `PersonErasedError`. */
  seal(owner: KeyOwner, value: unknown): Promise<SealedValue>;
  /** Opens all sealed values in the JSON; erased ones become `{ erased: true }`. Throws where a key is missing. */
  open<T>(json: T): Promise<T>;
  /** Only with this value's key: what is inside may be sealed with another. Throws where the key is missing. */
  openLayer(value: SealedValue): Promise<unknown>;
  /** As `open`, with `{ keyMissing: true }` and `{ damaged: true }` instead of errors. */
  openForDisplay<T>(json: T): Promise<T>;
  onMissingKeys(listener: (names: readonly string[]) => void): void;
  onDamagedValues(listener: (names: readonly string[]) => void): void;
  erase(owner: KeyOwner): Promise<{ readonly keyFingerprint: string | null }>;
  /** HMAC-SHA-256 in hex: finds values without storing them readably. */
  digest(text: string): string;
  /** Omits keys that never existed or are lost. */
  findKeyStates(people: readonly string[]): Promise<ReadonlyMap<string, PersonKeyState>>;
  /** Sorted names of destroyed keys, after this one. */
  listDestroyedKeys(after: string, limit: number): Promise<readonly string[]>;
  rememberErased(names: Iterable<string>): void;
  /** New keys would prevent restoring lost ones. */
  forbidNewKeys(why: string): void;
  close(): Promise<void>;
}

export type FindRecordedErasures = (names: readonly string[]) => Promise<ReadonlySet<string>>;

export class PersonErasedError extends AdapterError {
  override readonly name = 'PersonErased';
  override readonly kind = 'erased';
}

/** With every owner's key in turn: erasing one erases the value. */
export async function sealForAllOwners(
  personalData: Pick<PersonalData, 'seal'>,
  owners: readonly KeyOwner[],
  value: unknown,
): Promise<unknown> {
  let content = value;
  try {
    for (const owner of new Set(owners)) content = await personalData.seal(owner, content);
    return content;
  } catch (error) {
    if (error instanceof PersonErasedError) return ERASED;
    throw error;
  }
}

export type ErasedOr<T> = T | Erased;

export function toUndefinedIfErased<T>(opened: ErasedOr<T>): T | undefined {
  return isErased(opened) ? undefined : (opened as T);
}

export function collectPersonKeyNames(json: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  mapSealedValues(json, (value) => {
    names.add(value.sealed.person);
    return value;
  });
  return names;
}

/** Returns the same object where nothing is sealed. */
export function mapSealedValues(json: unknown, openOne: (sealed: SealedValue) => unknown): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return replaceInItems(json, openOne);
  if (isSealed(json)) return openOne(json);
  return replaceInProperties(json as Record<string, unknown>, openOne);
}

function replaceInItems(items: readonly unknown[], openOne: (sealed: SealedValue) => unknown): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const opened = mapSealedValues(items[index], openOne);
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
    const opened = mapSealedValues(object[key], openOne);
    if (opened !== object[key]) (changed ??= new Map<string, unknown>()).set(key, opened);
  }
  if (!changed) return object;
  // fromEntries keeps a property called __proto__ a property.
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, changed.has(key) ? changed.get(key) : value]),
  );
}
