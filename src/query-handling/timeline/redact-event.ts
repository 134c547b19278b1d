// Events without what their reader may not see. Pure; sealed values that stay are opened afterwards.
import { toDescribedMember, type EventMember, type Visibility, type Metadata } from '#domain/event.js';
import { findEventType } from '#domain/event-types.js';
import { HIDDEN, isHidden, type Hidden } from '../visibility/visible-records.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { EventWords } from './event-wording.js';

/** An event as one person sees it: hidden values replaced by HIDDEN, sealed ones opened. */
export interface VisibleEvent {
  readonly position: number;
  readonly eventId: string | Hidden;
  readonly stream: string;
  readonly version: number | Hidden;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: Metadata;
  readonly at: string;
  readonly actor: string;
  readonly application: string | null;
  readonly entity: string | null;
  /** What it is about: a record, or a person by id. */
  readonly record: RecordRef | null;
  readonly person: string | null;
  readonly action: string | null;
  /** Whether anything was replaced that had a value. */
  readonly redacted: boolean;
  /** Members that are missing altogether, dotted: `metadata.reason`. What was replaced says so itself. */
  readonly leftOut: readonly string[];
  /** What its states, fields, actions are called: whoever tells it takes them from here. */
  readonly words: EventWords;
  /** Its data are not what its type describes, so that nothing is told of them. */
  readonly unreadable?: true;
  /** That it happened at all tells a hidden value: it is left out of what the person reads. */
  readonly tellsHidden?: true;
}

/** A call or timer that an event is about. */
export type ConditionalRight = { readonly call: string } | { readonly timer: string };

/** What one person may see of the events of one record, or of one person. */
export interface EventRights {
  /** false: of this record only what kind of thing happened, when and by whom. Not what was done, nor from where to where. */
  readonly readable: boolean;
  /** Whether titles written with this event tell nothing hidden. */
  readonly title: boolean;
  /** Whether the person sees every field of it: then imported attributes tell nothing hidden either. */
  readonly everything: boolean;
  /** Fields of the record that the person does not see, whether they have a value or not. */
  readonly hidden: ReadonlySet<string>;
  readonly visible: (field: string) => boolean;
  /** Whether the person sees who somebody is to Daybook: the sign-in name, the browser. */
  readonly identity: boolean;
  /** Whether the person runs or audits Daybook, and sees technical causes: hosts, settings, what a server answered. */
  readonly operates: boolean;
  /**
   * Whether a condition that decides about this call or timer mentions a field of the record that the person does not see. `version`: of the
   * specification; undefined: any of them.
   */
  readonly conditionHidden: (of: ConditionalRight, version: number | undefined) => boolean;
}

export interface RedactedEvent {
  readonly data: unknown;
  readonly metadata: Metadata;
  /** Whether anything was replaced. */
  readonly redacted: boolean;
  /** Members that are missing altogether, dotted. */
  readonly leftOut?: readonly string[];
  /** See `VisibleEvent`. */
  readonly unreadable?: true;
}

export type EventPayload = Readonly<Record<string, unknown>>;

/**
 * An event of a record. What is left depends on the rights alone, never on the values: not even whether a hidden field
 * has one, or was changed, is told. Types nobody knows show their data only to who sees everything.
 */
export function redactRecordEvent(
  type: string,
  data: unknown,
  metadata: Metadata,
  rights: EventRights,
): RedactedEvent {
  const seen = redactData(type, data ?? {}, rights);
  const { about, leftOut } = redactMetadata(metadata, rights);
  const gone = [...leftOut, ...hiddenChanges(seen, rights)];
  return { data: seen, metadata: about, redacted: seen !== data || gone.length > 0, leftOut: gone };
}

/** All hidden fields, whether they were changed or not: which of them were is not told. */
function hiddenChanges(seen: unknown, { readable, hidden }: EventRights): readonly string[] {
  if (!readable || !isObject(seen)) return [];
  const lists = ['changes', 'proposed'].filter((member) => member in seen);
  return lists.flatMap((member) => [...hidden].map((key) => `data.${member}.${key}`));
}

/**
 * Data of an event as its type describes them. Types nobody knows, and members nobody has described, are shown to who sees
 * everything. The same object comes back where nothing could be hidden.
 */
export function redactData(type: string, data: unknown, rights: EventRights): unknown {
  if (!rights.readable) return HIDDEN;
  const described: Readonly<Record<string, EventMember>> | undefined = findEventType(type)?.members;
  if (!described) return rights.everything ? data : HIDDEN;
  if (!isObject(data)) return data;
  const members = Object.entries(data).map(([key, value]) => {
    const shown: KnownShownTo = Object.hasOwn(described, key)
      ? toDescribedMember(described[key]!).visibility
      : 'nowhere described';
    return { key, value, shown, seen: REDACTED[shown](value, rights) };
  });
  const isWhole = rights.everything && rights.title;
  if (members.every(({ seen, value, shown }) => seen === value && (isWhole || !TELLS_BY_ITSELF.has(shown))))
    return data;
  return Object.fromEntries(
    members.flatMap(({ key, seen }) => (seen === undefined ? [] : [[key, seen] as const])),
  );
}

/**
 * Whether an event's id has to stay unknown as well. That of a claim is made from its stream's name, whose digest of the value could be found
 * by trying. `data`: as they are seen.
 */
export function isIdRevealing(type: string, data: unknown): boolean {
  if (!isObject(data) || isHidden(data)) return isHidden(data);
  const described: Readonly<Record<string, EventMember>> = findEventType(type)?.members ?? {};
  return Object.entries(described).some(
    ([key, member]) => toDescribedMember(member).visibility === 'field' && isHidden(data[key]),
  );
}

const isObject = (data: unknown): data is EventPayload => typeof data === 'object' && data !== null;

type KnownShownTo = Visibility | 'nowhere described';

/** Of these, not even that they are as they were is told. */
const TELLS_BY_ITSELF = new Set<KnownShownTo>([
  'title',
  'new title',
  'values',
  'changes',
  'proposed changes',
  'by field',
]);

/** undefined: it is left out. */
const REDACTED: Readonly<Record<KnownShownTo, (value: unknown, rights: EventRights) => unknown>> = {
  everybody: (value) => value,
  title: (value, { title }) => (title ? value : HIDDEN),
  // One that was not written again would tell that its fields stayed as they were.
  'new title': (value, { title }) => (title ? value : undefined),
  values: seenFields,
  changes: seenChanges,
  'proposed changes': seenChanges,
  'by field': seenChanges,
  field: (value, { visible }) => (typeof value === 'string' && !visible(value) ? HIDDEN : value),
  whole: (value, { everything }) => (everything ? value : HIDDEN),
  person: (value, { identity }) => (identity ? value : HIDDEN),
  signature: seenSignature,
  operators: (value, { operates }) => (operates ? value : HIDDEN),
  nobody: () => HIDDEN,
  'nowhere described': (value, { everything }) => (everything ? value : HIDDEN),
};

/** Those that are seen, and of the others that they exist. */
function seenFields(fields: unknown, { everything, hidden, visible }: EventRights): unknown {
  if (everything) return fields;
  if (!isObject(fields)) return HIDDEN;
  const others = [...hidden].map((key) => [key, HIDDEN] as const);
  return Object.fromEntries([...Object.entries(fields).filter(([key]) => visible(key)), ...others]);
}

function seenChanges(changes: unknown, { everything, visible }: EventRights): unknown {
  if (everything) return changes;
  if (!isObject(changes)) return HIDDEN;
  return Object.fromEntries(Object.entries(changes).filter(([key]) => visible(key)));
}

/** The digest could be tried out by who sees only a part of what was signed. */
function seenSignature(signature: unknown, { everything }: EventRights): unknown {
  return everything || !isObject(signature) ? signature : { ...signature, hash: HIDDEN };
}

const REASON = 'metadata.reason';
const SOURCE = 'metadata.source.';
/** Digests of what a log said are the same where it said the same. */
const SAID_BY_LOGS = ['attributes', 'fingerprint', 'fingerprints'] as const;

/** What an imported log said besides may hold values of hidden fields. */
function redactMetadata(
  metadata: Metadata,
  { readable, everything }: EventRights,
): { readonly about: Metadata; readonly leftOut: readonly string[] } {
  const { source } = metadata;
  const toldByLogs = readable && everything ? [] : SAID_BY_LOGS.filter((key) => source?.[key] !== undefined);
  const leftOut = [
    ...(!readable && metadata.reason !== undefined ? [REASON] : []),
    ...toldByLogs.map((key) => `${SOURCE}${key}`),
  ];
  return { about: leftOut.length === 0 ? metadata : withoutMembers(metadata, leftOut), leftOut };
}

function withoutMembers({ reason, source, ...rest }: Metadata, leftOut: readonly string[]): Metadata {
  return {
    ...rest,
    ...(reason !== undefined && !leftOut.includes(REASON) && { reason }),
    ...(source && { source: leftOut.some((path) => path.startsWith(SOURCE)) ? placeIn(source) : source }),
  };
}

const placeIn = ({
  attributes: _,
  fingerprint: _one,
  fingerprints: _each,
  ...place
}: NonNullable<Metadata['source']>) => place;
