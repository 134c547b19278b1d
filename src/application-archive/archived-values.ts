// Sealed values are opened in an archive, with the id of their owner, so that they are sealed again where they go:
// `{ "$personal": { "of": "<person or record>", "value": … } }`. An object that looks so by itself is wrapped in
// `{ "$literal": … }`.
import { isSealed, type SealedValue } from '#event-store/personal-data/personal-data.js';
import { ERASED, isErased } from '#specification/model/stored-value.js';
import {
  createArchiveReason,
  describeArchiveReason,
  type ArchiveReason,
} from './refusal-words/archive-reason.js';
import type { ArchiveReasonCode } from './refusal-words/archive-reasons-en.js';

const PERSONAL = '$personal';
const LITERAL = '$literal';

/** Opens one layer. */
export type OpenLayer = (value: SealedValue) => Promise<unknown>;

/** Innermost first. */
export type SealLayer = (owner: string, value: unknown) => Promise<unknown>;

export async function toArchivedJson(json: unknown, open: OpenLayer): Promise<unknown> {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return mapInOrder(json, (each) => toArchivedJson(each, open));
  if (isSealed(json)) {
    const opened = await open(json);
    if (isErased(opened)) return ERASED;
    return { [PERSONAL]: { of: json.sealed.person, value: await toArchivedJson(opened, open) } };
  }
  const archived = await mapProperties(json, (each) => toArchivedJson(each, open));
  return isMarked(json) ? { [LITERAL]: archived } : archived;
}

export class MalformedArchivedValue extends Error {
  override readonly name = 'MalformedArchivedValue';
  readonly reason: ArchiveReason;

  constructor(code: ArchiveReasonCode, values: ArchiveReason['with'] = {}) {
    const reason = createArchiveReason(code, values);
    super(describeArchiveReason(reason, 'en'));
    this.reason = reason;
  }
}

/** Throws `MalformedArchivedValue`. */
export async function fromArchivedJson(json: unknown, seal: SealLayer): Promise<unknown> {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return mapInOrder(json, (each) => fromArchivedJson(each, seal));
  if (isSealed(json)) throw new MalformedArchivedValue('whySealed');
  if (!isMarked(json)) return mapProperties(json, (each) => fromArchivedJson(each, seal));
  if (LITERAL in json) {
    const literal = json[LITERAL];
    if (typeof literal !== 'object' || literal === null || Array.isArray(literal))
      throw new MalformedArchivedValue('whyNoObject', { member: LITERAL });
    return mapProperties(literal, (each) => fromArchivedJson(each, seal));
  }
  const personal = json[PERSONAL];
  if (!isPersonal(personal)) throw new MalformedArchivedValue('whyOwnerless', { member: PERSONAL });
  return seal(personal.of, await fromArchivedJson(personal.value, seal));
}

interface Marked {
  readonly [PERSONAL]?: unknown;
  readonly [LITERAL]?: unknown;
}

function isMarked(json: object): json is Marked {
  const keys = Object.keys(json);
  return keys.length === 1 && (keys[0] === PERSONAL || keys[0] === LITERAL);
}

const isPersonal = (value: unknown): value is { readonly of: string; readonly value: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === 2 &&
  'value' in value &&
  typeof (value as { readonly of?: unknown }).of === 'string';

async function mapInOrder(
  items: readonly unknown[],
  map: (item: unknown) => Promise<unknown>,
): Promise<readonly unknown[]> {
  const mapped: unknown[] = [];
  for (const item of items) mapped.push(await map(item));
  return mapped;
}

/** fromEntries keeps a property called __proto__ a property. */
async function mapProperties(
  object: object,
  map: (value: unknown) => Promise<unknown>,
): Promise<Readonly<Record<string, unknown>>> {
  const mapped: [string, unknown][] = [];
  for (const [key, value] of Object.entries(object)) mapped.push([key, await map(value)]);
  return Object.fromEntries(mapped);
}

/** Every string in the JSON, whatever is around it. */
export function visitStrings(json: unknown, visit: (text: string) => void): void {
  if (typeof json === 'string') visit(json);
  else if (typeof json === 'object' && json !== null)
    for (const value of Object.values(json)) visitStrings(value, visit);
}

/** Replaces whole strings; names of properties stay. */
export function replaceStrings(json: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof json === 'string') return names.get(json) ?? json;
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((each) => replaceStrings(each, names));
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, replaceStrings(value, names)] as const),
  );
}

export interface FileInEvent {
  readonly sha256: string;
  readonly size: number;
  readonly key?: string;
  readonly owner?: string;
}

/** In opened data. */
export function visitFiles(json: unknown, visit: (file: FileInEvent) => void): void {
  if (typeof json !== 'object' || json === null) return;
  if (isFile(json)) visit(json);
  else for (const value of Object.values(json)) visitFiles(value, visit);
}

function isFile(json: object): json is FileInEvent {
  const { sha256, name, type, size, key, owner } = json as Readonly<Record<string, unknown>>;
  return (
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256) &&
    typeof name === 'string' &&
    typeof type === 'string' &&
    Number.isSafeInteger(size) &&
    (key === undefined || typeof key === 'string') &&
    (owner === undefined || typeof owner === 'string')
  );
}
