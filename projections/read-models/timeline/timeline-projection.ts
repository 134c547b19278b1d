// Read model `timeline`: every event of every stream, with what it can be found by.
import { type Recorded, happenedAt } from '#domain/event.js';
import { parseStream, RecordRef, streams } from '#domain/streams.js';
import type { Projection } from '#projections/port/projection.js';
import type { CollectionShape } from '#projections/port/query.js';
import { TIMELINE_COLLECTION, type TimelineEntry, timelineId } from './timeline-entry.js';

export const timelineProjection: Projection<TimelineEntry> = {
  name: 'timeline',
  version: 2,
  appendOnly: true,
  targets: (event) => [{ collection: TIMELINE_COLLECTION, id: timelineId(event.position) }],
  apply: (document, event) => document ?? entry(event),
};

export const timelineShape: CollectionShape = {
  // Ids sort as the log does, and every index ends with the id: a facet is found in the order of the log.
  indexes: [['application'], ['subject'], ['actor'], ['action'], ['type'], ['at'], ['eventId']],
  text: ['data', 'metadata.reason'],
  fixed: true,
  inOrder: true,
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

type TimelineSubject = Pick<TimelineEntry, 'application' | 'entity' | 'subject'>;

const NOTHING: TimelineSubject = { application: null, entity: null, subject: null };

/** What the stream of an event is about. */
function about(event: Recorded): TimelineSubject {
  const stream = parseStream(event.stream);
  switch (stream?.of) {
    case undefined:
      return NOTHING;
    case 'record':
      return ofRecord(stream.record);
    case 'user':
      return { ...NOTHING, subject: streams.user(stream.person) };
    case 'specification':
      return { ...NOTHING, application: stream.application };
    case 'sign-in-name':
      return { ...NOTHING, subject: claimingPerson(event) };
    case 'openings':
      return ofClaim(event, stream.application, openedEntity(event));
    case 'call':
    case 'number':
    case 'unique':
      return ofClaim(event, stream.application, stream.entity);
  }
}

const ofRecord = ({ application, entity, name }: RecordRef): TimelineSubject => ({
  application,
  entity,
  subject: name,
});

function ofClaim(event: Recorded, application: string, entity: string): TimelineSubject {
  const record = RecordRef.from({ application, entity, id: claimant(event) ?? '' });
  return record ? ofRecord(record) : { application, entity, subject: null };
}

/** A stream of openings is about a whole application: its events say of which entity the record is. */
function openedEntity({ data }: Recorded): string {
  const { entity } = (data ?? {}) as { readonly entity?: unknown };
  return typeof entity === 'string' ? entity : '';
}

function claimingPerson(event: Recorded): TimelineSubject['subject'] {
  const person = claimant(event);
  return person === undefined ? null : streams.user(person);
}

function claimant(event: Recorded): string | undefined {
  const { record } = (event.data ?? {}) as { readonly record?: unknown };
  return typeof record === 'string' ? record : undefined;
}
