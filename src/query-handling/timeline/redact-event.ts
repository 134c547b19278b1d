// Events without what their reader may not see. Pure; sealed values that stay are opened afterwards.
import type { Metadata } from '../../domain/event.js';
import { HIDDEN } from '../seen.js';

/** What one person may see of one record's events. */
export interface EventRights {
  /** false: of this record only what kind of thing happened, when and by whom. Not what was done, nor from where to where. */
  readonly readable: boolean;
  /** Whether titles written with this event tell nothing hidden. */
  readonly title: boolean;
  /** Whether the person sees every field of it: then imported attributes tell nothing hidden either. */
  readonly everything: boolean;
  /** Fields of the record that the person does not see, whether they have a value or not. */
  readonly hidden: ReadonlySet<string>;
  visible(field: string): boolean;
}

export interface Redacted {
  readonly data: unknown;
  readonly metadata: Metadata;
  /** Whether anything was replaced. */
  readonly redacted: boolean;
  /** Members that are missing altogether, dotted. */
  readonly leftOut?: readonly string[];
}

type Data = Readonly<Record<string, unknown>>;

/**
 * An event of a record. What is left depends on the rights alone, never on the values: not even whether a hidden field
 * has one, or was changed, is told. Types nobody knows show their data only to who sees everything.
 */
export function redactRecordEvent(
  type: string,
  data: unknown,
  metadata: Metadata,
  rights: EventRights,
): Redacted {
  const seen = redactData(type, (data ?? {}) as Data, rights);
  const { about, leftOut } = redactMetadata(metadata, rights);
  const gone = [...leftOut, ...hiddenChanges(seen, rights)];
  return { data: seen, metadata: about, redacted: seen !== data || gone.length > 0, leftOut: gone };
}

/** All hidden fields, whether they were changed or not: which of them were is not told. */
function hiddenChanges(seen: unknown, { readable, hidden }: EventRights): readonly string[] {
  const lists = readable && typeof seen === 'object' && seen !== null && 'changes' in seen;
  return lists ? [...hidden].map((key) => `data.changes.${key}`) : [];
}

function redactData(type: string, data: Data, rights: EventRights): unknown {
  const { readable, everything } = rights;
  if (!readable) return HIDDEN;
  if (everything && rights.title) return data;
  switch (type) {
    case 'record.opened':
      return { ...data, ...hiddenTitle(rights), fields: seenFields(data['fields'], rights) };
    case 'record.changed':
    case 'record.action-taken':
      return seenChange(data, rights);
    case 'record.commented':
    case 'record.assigned':
    case 'record.erased':
      return data;
    default:
      return everything ? data : HIDDEN;
  }
}

/** Of claims: no number of a record that is not seen, and no field that is not. */
export function redactClaim(data: unknown, { readable, visible }: EventRights): unknown {
  if (!readable) return HIDDEN;
  const field = (data as { readonly field?: unknown } | null)?.field;
  return typeof field === 'string' && !visible(field) ? { ...(data as Data), field: HIDDEN } : data;
}

const hiddenTitle = ({ title }: EventRights) => (title ? {} : { title: HIDDEN });

/** Those that are seen, and of the others that they exist. */
function seenFields(fields: unknown, { hidden, visible }: EventRights): unknown {
  if (typeof fields !== 'object' || fields === null) return HIDDEN;
  const others = [...hidden].map((key) => [key, HIDDEN] as const);
  return Object.fromEntries([...Object.entries(fields).filter(([key]) => visible(key)), ...others]);
}

/** A title that was not written again would tell that its fields stayed as they were: it is left out. */
function seenChange({ title, changes, ...data }: Data, rights: EventRights): Data {
  const keepsTitle = rights.title && title !== undefined;
  return { ...data, ...(keepsTitle && { title }), changes: seenChanges(changes, rights) };
}

function seenChanges(changes: unknown, { everything, visible }: EventRights): unknown {
  if (typeof changes !== 'object' || changes === null) return HIDDEN;
  if (everything) return changes;
  return Object.fromEntries(Object.entries(changes).filter(([key]) => visible(key)));
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

/** Events of people: never a password's hash, the sign-in name only to admins and the person. */
export function redactUserData(data: unknown, signInNames: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const digests = ['hash', 'signInDigest', 'lookDigest', 'digest', 'from'];
  const hidden = signInNames ? digests : [...digests, 'signInName', 'browser'];
  const entries = Object.entries(data);
  if (!entries.some(([key]) => hidden.includes(key))) return data;
  return Object.fromEntries(entries.map(([key, value]) => [key, hidden.includes(key) ? HIDDEN : value]));
}
