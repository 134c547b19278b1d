// Read model `timeline`: every event of every stream, with what it can be found by.
import { type Recorded, happenedAt } from '../../src/domain/event.js';
import { parseRecordStream } from '../../src/domain/streams.js';
import type { Projection } from '../projection.js';
import type { Shape } from '../read-model.js';
import { TIMELINE_COLLECTION, type TimelineEntry, timelineId } from './timeline-entry.js';

export const timelineProjection: Projection<TimelineEntry> = {
  name: 'timeline',
  version: 1,
  appendOnly: true,
  target: (event) => ({ collection: TIMELINE_COLLECTION, id: timelineId(event.position) }),
  apply: (document, event) => document ?? entry(event),
};

export const timelineShape: Shape = {
  // Ids sort as the log does, and every index ends with the id: a facet is found in the order of the log.
  indexes: [['application'], ['record'], ['actor'], ['type'], ['at'], ['eventId']],
  text: ['data', 'metadata.reason'],
  fixed: true,
};

function entry(event: Recorded): TimelineEntry {
  const data = event.data as { readonly action?: unknown } | null;
  return {
    id: timelineId(event.position),
    position: event.position,
    eventId: event.id,
    stream: event.stream,
    version: event.version,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    at: happenedAt(event),
    actor: event.metadata.actor,
    ...about(event),
    action: typeof data?.action === 'string' ? data.action : null,
  };
}

type About = Pick<TimelineEntry, 'application' | 'entity' | 'record'>;

const PERSON = /^user-(.+)$/;
const SPECIFICATION = /^specification-(.+)$/;
const CLAIM = /^([a-z][a-z0-9]*)\.([A-Za-z][A-Za-z0-9]*)\.(?:number-|[A-Za-z][A-Za-z0-9]*\.unique-)/;

/** What the stream of an event is about. */
function about(event: Recorded): About {
  const record = parseRecordStream(event.stream);
  if (record) return { application: record.application, entity: record.entity, record: record.id };
  const person = PERSON.exec(event.stream);
  if (person) return { application: null, entity: null, record: person[1]! };
  const specification = SPECIFICATION.exec(event.stream);
  if (specification) return { application: specification[1]!, entity: null, record: null };
  const claim = CLAIM.exec(event.stream);
  return { application: claim?.[1] ?? null, entity: claim?.[2] ?? null, record: claimant(event) };
}

function claimant(event: Recorded): string | null {
  const { record } = (event.data ?? {}) as { readonly record?: unknown };
  return typeof record === 'string' ? record : null;
}
