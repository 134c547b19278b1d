// Query: one event with what caused it and its neighbours in its stream.
import {
  type TimelineEntry,
  createTimelineReadModel,
  type TimelineReadModel,
} from '#projections/read-models/timeline/timeline-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { assertTimelineReader, findPublishedByKey } from './list-timeline.js';
import { redactEvents } from './visible-events.js';
import { findNamesInEvents } from './event-rights.js';
import type { Names } from '../names/mentions.js';
import type { VisibleEvent } from './redact-event.js';

export interface FoundEvent {
  readonly event: VisibleEvent;
  readonly names: Names;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly cause?: { readonly id: string; readonly position?: number };
  /** Positions of the events before and after it in its stream, where that is cheap to know. */
  readonly previous?: number;
  readonly next?: number;
}

/** Throws `Refused`: NOT_PERMITTED to who is neither auditor nor admin, NOT_FOUND where there is no such event. */
export async function findEventByPosition(
  sources: QueryDependencies,
  position: number,
  viewer: Viewer,
): Promise<FoundEvent> {
  assertTimelineReader(viewer);
  const timeline = createTimelineReadModel(sources.readModels);
  const entry = await timeline.findAt(position);
  if (!entry) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  const published = await findPublishedByKey(sources);
  const [seen, cause, previous, next] = await Promise.all([
    redactEvents(sources, [entry], { viewer, published }),
    causeOf(timeline, entry),
    beside(timeline, entry, -1),
    beside(timeline, entry, 1),
  ]);
  const event = seen[0]!;
  return {
    event,
    published,
    cause,
    previous,
    next,
    names: await findNamesInEvents(sources, [event], published, viewer),
  };
}

async function causeOf(
  timeline: TimelineReadModel,
  { metadata: { causationId } }: TimelineEntry,
): Promise<FoundEvent['cause']> {
  if (causationId === undefined) return undefined;
  return { id: causationId, position: (await timeline.findByEventId(causationId))?.position };
}

/** Claims share a record with its own stream but have no index of their own: they are not walked along. */
async function beside(
  timeline: TimelineReadModel,
  entry: TimelineEntry,
  step: 1 | -1,
): Promise<number | undefined> {
  const { subject, stream, version } = entry;
  if (subject !== stream || (step === -1 && version === 1)) return undefined;
  return (await timeline.findNeighbour(entry, step))?.position;
}
