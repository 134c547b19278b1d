// Read model `timeline`: collection `events`, one document per event, with facets to filter by.
import { type RecordedEvent, getEffectiveTime, type Metadata } from '#domain/event.js';
import { parseStream, RecordRef, streams, type RecordName, type UserName } from '#domain/stream-names.js';
import {
  type Projection,
  openDocuments,
  type Documents,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionShape, Filter } from '#projections/port/query.js';

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
  /** Whose deputy the actor was. */
  readonly onBehalfOf: string | null;
  /** Facets; null where not applicable. */
  readonly application: string | null;
  readonly entity: string | null;
  /** The record or person, by name: ids alone are not unique. */
  readonly subject: RecordName | UserName | null;
  readonly action: string | null;
}

export const timelineProjection: Projection<TimelineEntry> = {
  name: 'timeline',
  version: 5,
  appendOnly: true,
  targets: (event) => [{ collection: TIMELINE_COLLECTION, id: toTimelineId(event.position) }],
  apply: (document, event) => document ?? createEntry(event),
};

const TIMELINE_COLLECTION = 'events';

/** Sixteen digits hold all safe integers. */
export const toTimelineId = (position: number) => String(position).padStart(16, '0');

export const timelineShape: CollectionShape = {
  // Every index ends with the id, so facets come in log order.
  indexes: [
    ['application'],
    ['subject'],
    ['actor'],
    ['onBehalfOf'],
    ['action'],
    ['type'],
    ['at'],
    ['eventId'],
  ],
  text: ['data', 'metadata.reason'],
  fixed: true,
  inOrder: true,
};

function createEntry(event: RecordedEvent): TimelineEntry {
  const data = event.data as { readonly action?: unknown } | null;
  return {
    id: toTimelineId(event.position),
    position: event.position,
    eventId: event.id,
    stream: event.stream,
    version: event.version,
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    at: getEffectiveTime(event),
    actor: event.metadata.actor,
    onBehalfOf: event.metadata.onBehalfOf ?? null,
    ...findSubject(event),
    action: typeof data?.action === 'string' ? data.action : null,
  };
}

type TimelineSubject = Pick<TimelineEntry, 'application' | 'entity' | 'subject'>;

const NOTHING: TimelineSubject = { application: null, entity: null, subject: null };

/** The subject of an event, from its stream. */
function findSubject(event: RecordedEvent): TimelineSubject {
  const stream = parseStream(event.stream);
  switch (stream?.of) {
    case 'record':
      return recordSubject(stream.record);
    case 'user':
      return { ...NOTHING, subject: streams.user(stream.person) };
    case 'specification':
      return { ...NOTHING, application: stream.application };
    case 'sign-in-name':
      return { ...NOTHING, subject: claimingPerson(event) };
    case 'openings':
      return claimSubject(event, stream.application, openedEntity(event));
    case 'call':
    case 'number':
    case 'unique':
      return claimSubject(event, stream.application, stream.entity);
    default:
      return NOTHING;
  }
}

const recordSubject = ({ application, entity, name }: RecordRef): TimelineSubject => ({
  application,
  entity,
  subject: name,
});

function claimSubject(event: RecordedEvent, application: string, entity: string): TimelineSubject {
  const record = RecordRef.from({ application, entity, id: claimingRecordId(event) ?? '' });
  return record ? recordSubject(record) : { application, entity, subject: null };
}

/** Streams of openings span an application; their events name the entity. */
function openedEntity({ data }: RecordedEvent): string {
  const { entity } = (data ?? {}) as { readonly entity?: unknown };
  return typeof entity === 'string' ? entity : '';
}

function claimingPerson(event: RecordedEvent): TimelineSubject['subject'] {
  const person = claimingRecordId(event);
  return person === undefined ? null : streams.user(person);
}

function claimingRecordId(event: RecordedEvent): string | undefined {
  const { record } = (event.data ?? {}) as { readonly record?: unknown };
  return typeof record === 'string' ? record : undefined;
}

export interface TimelineReadModel extends Pick<Documents<TimelineEntry>, 'generation' | 'find'> {
  findAt(position: number): Promise<TimelineEntry | undefined>;
  findByEventId(eventId: string): Promise<TimelineEntry | undefined>;
  /** The next (1) or previous (-1) event with the same subject and stream. */
  findNeighbour(entry: TimelineEntry, step: 1 | -1): Promise<TimelineEntry | undefined>;
  /** Whether any of these records or people exist. */
  hasAnyBegun(subjects: readonly string[]): Promise<boolean>;
  /** States that actions led the record out of. */
  listStatesLeft(record: RecordName): Promise<readonly string[]>;
}

export function createTimelineReadModel(readModels: ActiveGenerations): TimelineReadModel {
  const timeline = openDocuments<TimelineEntry>(readModels, timelineProjection.name, TIMELINE_COLLECTION);
  const { generation, find } = timeline;
  const first = async (query: Omit<Parameters<typeof find>[0], 'limit'>) =>
    (await find({ ...query, limit: 1 })).documents[0];
  return {
    generation,
    find,
    findAt: (position) => timeline.get(toTimelineId(position)),
    findByEventId: (eventId) => first({ filter: { eventId } }),
    findNeighbour: ({ subject, stream, position }, step) =>
      first({
        filter: { subject, stream, position: step === 1 ? { $gt: position } : { $lt: position } },
        sort: { path: 'position', descending: step === -1 },
      }),
    hasAnyBegun: async (subjects) => {
      const type = { $in: ['record.opened', 'user.registered'] };
      return (await timeline.count({ subject: { $in: subjects }, type }, 1)).count > 0;
    },
    async listStatesLeft(subject) {
      const taken = await timeline.countBy('data.from', { subject, type: 'record.action-taken' });
      return [...taken.keys()].filter((state) => typeof state === 'string');
    },
  };
}

export interface TimelineFilters {
  readonly application?: string;
  /** Restricts to these applications (null: to none), by permission. */
  readonly applications?: readonly (string | null)[];
  readonly entity?: string;
  /** Records or people, any of them. */
  readonly subjects?: readonly (RecordName | UserName)[];
  /** The actor, or the person a deputy acted for. */
  readonly actor?: string;
  readonly type?: string;
  /** Excluded types. */
  readonly without?: readonly string[];
  readonly action?: string;
  /** ISO 8601 instants: from ≤ at < until. */
  readonly from?: string;
  readonly until?: string;
  readonly search?: string;
}

export function toTimelineFilter(wanted: TimelineFilters): Filter {
  const { applications, from, until, search, application, entity, subjects, actor, type, action } = wanted;
  const { without = [] } = wanted;
  const facets: Filter[] = Object.entries({ application, entity, type, action })
    .filter(([, value]) => value !== undefined)
    .map(([path, value]) => ({ [path]: value }));
  if (actor !== undefined) facets.push({ $or: [{ actor }, { onBehalfOf: actor }] });
  for (const item of without.map((each) => ({ type: { $ne: each } }))) facets.push(item);
  if (applications) facets.push({ application: { $in: applications } });
  if (subjects) facets.push({ subject: subjects.length === 1 ? subjects[0] : { $in: subjects } });
  if (from !== undefined || until !== undefined) facets.push({ at: { $gte: from, $lt: until } });
  if (search !== undefined) facets.push({ $text: search });
  return { $and: facets };
}
