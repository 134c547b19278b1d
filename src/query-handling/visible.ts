// What one person sees of a record or an event: opened where they may see it, absent where they may not.
import type { Metadata } from '../domain/event.js';
import type { GivenSignature, Rounds } from '../domain/record/approval-events.js';
import { type RecordName, type RecordParts, RecordRef } from '../domain/streams.js';
import type { Fields, Unreadable } from '../specification/value.js';

/** A record as one person sees it. What they may not see is not in it. */
export interface VisibleRecord {
  readonly id: string;
  readonly entity: string;
  readonly position: number;
  readonly version: number;
  readonly number: string | null;
  /** Empty where it would tell a hidden field: see `titleHidden`. */
  readonly title: string;
  readonly titleHidden: boolean;
  readonly state: string;
  /** Stored values, personal ones opened (or `{ erased: true }`, `{ keyMissing: true }`, `{ damaged: true }`); hidden ones left out. */
  readonly fields: Fields;
  /** Keys of the fields that are not visible to the viewer in this record. */
  readonly hidden: ReadonlySet<string>;
  readonly openedBy: string;
  readonly openedAt: string;
  readonly changedBy: string;
  readonly changedAt: string;
  readonly assignee: string | null;
  readonly comments: number;
  /** Version of the specification it was last moved under. */
  readonly specification: number;
  /** What somebody has approved, or refused to, of what is not done yet. */
  readonly rounds: Rounds;
  /** Those that count, the earliest first. Digests only where nothing of the record is hidden. */
  readonly signatures: readonly VisibleSignature[];
}

export type VisibleSignature = Omit<GivenSignature, 'hash'> & { readonly hash?: string };

/** Stands in an event where a value is that its reader may not see. */
export interface Hidden {
  readonly hidden: true;
}

export const HIDDEN: Hidden = Object.freeze({ hidden: true });

export function isHidden(value: unknown): value is Hidden {
  return typeof value === 'object' && value !== null && (value as Partial<Hidden>).hidden === true;
}

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
}

/** A record as others point to it. `title: undefined`: the viewer may not read it. */
export interface RecordReference {
  readonly title?: string;
  readonly number?: string | null;
}

/** Names of the people and records that a page mentions by id. */
export interface Names {
  /** Person → name; an erased person's is `{ erased: true }`, where it cannot be read as any other value; unknown ids are missing. */
  readonly people: ReadonlyMap<string, string | Unreadable>;
  readonly records: ReadonlyMap<RecordName, RecordReference>;
}

/** undefined: it is not known, or nothing can be called that. */
export function referenceTo(names: Names, parts: RecordParts): RecordReference | undefined {
  const record = RecordRef.from(parts);
  return record && names.records.get(record.name);
}

export const NO_NAMES: Names = { people: new Map(), records: new Map() };
