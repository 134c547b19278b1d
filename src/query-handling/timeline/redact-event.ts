import { toDescribedMember, type EventMember, type Visibility, type Metadata } from '#domain/event.js';
import { findEventType } from '#domain/event-types.js';
import { HIDDEN, isHidden, type Hidden } from '../visibility/visible-records.js';
import type { RecordRef } from '#domain/stream-names.js';
import type { EventWords } from './event-wording.js';

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
  readonly record: RecordRef | null;
  readonly person: string | null;
  readonly action: string | null;
  readonly redacted: boolean;
  /** Dotted paths, `metadata.reason`; hidden members are replaced instead. */
  readonly leftOut: readonly string[];
  readonly words: EventWords;
  /** Data that does not match its type is not shown. */
  readonly unreadable?: true;
  /** The event reveals a hidden value, so it is left out. */
  readonly tellsHidden?: true;
}

export type ConditionalRightSource = { readonly call: string } | { readonly timer: string };

export interface EventRights {
  /** false: only kind, time and actor. */
  readonly readable: boolean;
  /** Titles reveal nothing hidden. */
  readonly title: boolean;
  /** Imported attributes reveal nothing hidden. */
  readonly everything: boolean;
  readonly hidden: ReadonlySet<string>;
  readonly visible: (field: string) => boolean;
  /** Sign-in names and browsers. */
  readonly identity: boolean;
  /** Technical causes: hosts, settings, answers. */
  readonly operates: boolean;
  /** The condition mentions hidden fields. `version` undefined: any. */
  readonly conditionHidden: (of: ConditionalRightSource, version: number | undefined) => boolean;
}

export interface RedactedPayload {
  readonly data: unknown;
  readonly metadata: Metadata;
  readonly redacted: boolean;
  readonly leftOut?: readonly string[];
  readonly unreadable?: true;
}

export type EventPayload = Readonly<Record<string, unknown>>;

/** Depends on rights, never on values, so that it reveals neither presence nor change. */
export function redactRecordEvent(
  type: string,
  data: unknown,
  metadata: Metadata,
  rights: EventRights,
): RedactedPayload {
  const visible = redactData(type, data ?? {}, rights);
  const { about, leftOut } = redactMetadata(metadata, rights);
  const gone = [...leftOut, ...listHiddenChanges(visible, rights)];
  return { data: visible, metadata: about, redacted: visible !== data || gone.length > 0, leftOut: gone };
}

function listHiddenChanges(visible: unknown, { readable, hidden }: EventRights): readonly string[] {
  if (!readable || !isObject(visible)) return [];
  const lists = ['changes', 'proposed'].filter((member) => member in visible);
  return lists.flatMap((member) => [...hidden].map((key) => `data.${member}.${key}`));
}

/** Unknown types and members need full rights. Returns the same object if nothing is hidden. */
export function redactData(type: string, data: unknown, rights: EventRights): unknown {
  if (!rights.readable) return HIDDEN;
  const described: Readonly<Record<string, EventMember>> | undefined = findEventType(type)?.members;
  if (!described) return rights.everything ? data : HIDDEN;
  if (!isObject(data)) return data;
  const members = Object.entries(data).map(([key, value]) => {
    const shown: KnownShownTo = Object.hasOwn(described, key)
      ? toDescribedMember(described[key]!).visibility
      : 'nowhere described';
    return { key, value, shown, redacted: REDACTED[shown](value, rights) };
  });
  const isWhole = rights.everything && rights.title;
  if (
    members.every(
      ({ redacted, value, shown }) => redacted === value && (isWhole || !REVEALS_BY_ABSENCE.has(shown)),
    )
  )
    return data;
  return Object.fromEntries(
    members.flatMap(({ key, redacted }) => (redacted === undefined ? [] : [[key, redacted] as const])),
  );
}

/** Ids of claims derive from a digest that could be found by trial. */
export function isIdRevealing(type: string, data: unknown): boolean {
  if (!isObject(data) || isHidden(data)) return isHidden(data);
  const described: Readonly<Record<string, EventMember>> = findEventType(type)?.members ?? {};
  return Object.entries(described).some(
    ([key, member]) => toDescribedMember(member).visibility === 'field' && isHidden(data[key]),
  );
}

const isObject = (data: unknown): data is EventPayload => typeof data === 'object' && data !== null;

type KnownShownTo = Visibility | 'nowhere described';

/** Unchanged, they would also reveal something. */
const REVEALS_BY_ABSENCE = new Set<KnownShownTo>([
  'title',
  'new title',
  'values',
  'changes',
  'proposed changes',
  'by field',
]);

/** undefined: left out. */
const REDACTED: Readonly<Record<KnownShownTo, (value: unknown, rights: EventRights) => unknown>> = {
  everybody: (value) => value,
  title: (value, { title }) => (title ? value : HIDDEN),
  // An absent title would reveal that its fields are unchanged.
  'new title': (value, { title }) => (title ? value : undefined),
  values: redactFields,
  changes: redactChanges,
  'proposed changes': redactChanges,
  'by field': redactChanges,
  field: (value, { visible }) => (typeof value === 'string' && !visible(value) ? HIDDEN : value),
  whole: (value, { everything }) => (everything ? value : HIDDEN),
  message: redactMessage,
  person: (value, { identity }) => (identity ? value : HIDDEN),
  signature: redactSignature,
  operators: (value, { operates }) => (operates ? value : HIDDEN),
  nobody: () => HIDDEN,
  'nowhere described': (value, { everything }) => (everything ? value : HIDDEN),
};

/** Lists hidden fields without values. */
function redactFields(fields: unknown, { everything, hidden, visible }: EventRights): unknown {
  if (everything) return fields;
  if (!isObject(fields)) return HIDDEN;
  const others = [...hidden].map((key) => [key, HIDDEN] as const);
  return Object.fromEntries([...Object.entries(fields).filter(([key]) => visible(key)), ...others]);
}

function redactChanges(changes: unknown, { everything, visible }: EventRights): unknown {
  if (everything) return changes;
  if (!isObject(changes)) return HIDDEN;
  return Object.fromEntries(Object.entries(changes).filter(([key]) => visible(key)));
}

/** Mails go to sign-in names. */
function redactMessage(message: unknown, { everything, identity }: EventRights): unknown {
  if (!everything) return HIDDEN;
  return identity || !isObject(message) || !('to' in message) ? message : { ...message, to: HIDDEN };
}

/** Readers of a part could find the rest by trial. */
function redactSignature(signature: unknown, { everything }: EventRights): unknown {
  return everything || !isObject(signature) ? signature : { ...signature, hash: HIDDEN };
}

const REASON = 'metadata.reason';
const SOURCE = 'metadata.source.';
/** Digests reveal equal content. */
const IMPORTED_MEMBERS = ['attributes', 'fingerprint', 'fingerprints'] as const;

/** Imported attributes may repeat hidden values. */
function redactMetadata(
  metadata: Metadata,
  { readable, everything }: EventRights,
): { readonly about: Metadata; readonly leftOut: readonly string[] } {
  const { source } = metadata;
  const importedMembers =
    readable && everything ? [] : IMPORTED_MEMBERS.filter((key) => source?.[key] !== undefined);
  const leftOut = [
    ...(!readable && metadata.reason !== undefined ? [REASON] : []),
    ...importedMembers.map((key) => `${SOURCE}${key}`),
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
