// Events without what their reader may not see. Pure; sealed values that stay are opened afterwards.
import type { Metadata } from '../../domain/event.js';
import { HIDDEN } from '../seen.js';

/** What one person may see of one record's events. */
export interface EventRights {
  /** false: of this record only that something happened, when and by whom. */
  readonly readable: boolean;
  /** Whether titles written with this event tell nothing hidden. */
  readonly title: boolean;
  /** Whether the person sees every field of it: then imported attributes tell nothing hidden either. */
  readonly everything: boolean;
  visible(field: string): boolean;
}

export interface Redacted {
  readonly data: unknown;
  readonly metadata: Metadata;
  /** Whether anything was replaced. */
  readonly redacted: boolean;
}

type Data = Readonly<Record<string, unknown>>;

/** An event of a record. Types nobody knows show their data only to who sees everything. */
export function redactRecordEvent(
  type: string,
  data: unknown,
  metadata: Metadata,
  rights: EventRights,
): Redacted {
  const seen = redactData(type, (data ?? {}) as Data, rights);
  const about = redactMetadata(metadata, rights);
  return { data: seen, metadata: about, redacted: seen !== data || about !== metadata };
}

function redactData(type: string, data: Data, rights: EventRights): unknown {
  const everything = rights.readable && rights.everything;
  if (everything && rights.title) return data;
  const title = rights.readable && rights.title;
  switch (type) {
    case 'record.opened':
      return rewritten(data, { title, fields: rights });
    case 'record.changed':
    case 'record.action-taken':
      return rewritten(data, { title, changes: rights });
    case 'record.commented':
      return rights.readable ? data : { ...data, text: HIDDEN };
    case 'record.assigned':
      return data;
    default:
      return everything ? data : HIDDEN;
  }
}

interface Parts {
  readonly title: boolean;
  readonly fields?: EventRights;
  readonly changes?: EventRights;
}

/** The same object where nothing had to go. */
function rewritten(data: Data, { title, fields, changes }: Parts): Data {
  const parts: Record<string, unknown> = {};
  if (!title && data['title'] !== undefined) parts['title'] = HIDDEN;
  for (const [key, rights] of [['fields', fields] as const, ['changes', changes] as const]) {
    const values = data[key];
    if (!rights || typeof values !== 'object' || values === null) continue;
    const seen = redactValues(values as Data, rights);
    if (seen !== values) parts[key] = seen;
  }
  return Object.keys(parts).length === 0 ? data : { ...data, ...parts };
}

function redactValues(values: Data, { readable, visible }: EventRights): Data {
  const keys = Object.keys(values);
  if (keys.every((key) => readable && visible(key))) return values;
  return Object.fromEntries(keys.map((key) => [key, readable && visible(key) ? values[key] : HIDDEN]));
}

/** What an imported log said besides may hold values of hidden fields. */
function redactMetadata(metadata: Metadata, { readable, everything }: EventRights): Metadata {
  const hidesReason = !readable && metadata.reason !== undefined;
  const hidesSource = !(readable && everything) && metadata.source?.attributes !== undefined;
  if (!hidesReason && !hidesSource) return metadata;
  const { reason, source, ...rest } = metadata;
  return {
    ...rest,
    ...(reason !== undefined && !hidesReason && { reason }),
    ...(source && { source: hidesSource ? { log: source.log, line: source.line } : source }),
  };
}

/** Events of people: never a password's hash, the sign-in name only to admins and the person. */
export function redactUserData(data: unknown, signInNames: boolean): unknown {
  if (typeof data !== 'object' || data === null) return data;
  const digests = ['hash', 'signInDigest', 'lookDigest'];
  const hidden = signInNames ? digests : [...digests, 'signInName'];
  const entries = Object.entries(data);
  if (!entries.some(([key]) => hidden.includes(key))) return data;
  return Object.fromEntries(entries.map(([key, value]) => [key, hidden.includes(key) ? HIDDEN : value]));
}
