// Read model `timeline`: collection `events`, one document per event of every stream, newest last.
import type { Metadata } from '#domain/event.js';
import type { RecordName, UserName } from '#domain/streams.js';

export interface TimelineEntry {
  /** Zero-padded position, so that ids sort as the log does. */
  readonly id: string;
  readonly position: number;
  readonly eventId: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: Metadata;
  /** effectiveAt, or else recordedAt. */
  readonly at: string;
  readonly actor: string;
  /** Facets to filter by; null where they do not apply. */
  readonly application: string | null;
  readonly entity: string | null;
  /** The record it is about, or the person: never an id alone, which others may have as well. */
  readonly subject: RecordName | UserName | null;
  readonly action: string | null;
}

export const TIMELINE_COLLECTION = 'events';

/** Positions are safe integers: sixteen digits hold them all. */
export const timelineId = (position: number) => String(position).padStart(16, '0');
