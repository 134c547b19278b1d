// Collection `events`: one document per event, with facets to filter by.
import { type RecordedEvent, getEffectiveTime, type Metadata } from '#domain/event.js';
import {
  parseStreamName,
  RecordRef,
  streams,
  type RecordStreamName,
  type UserStreamName,
} from '#domain/stream-names.js';
import {
  type Projection,
  openDocuments,
  type Documents,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionIndexes, Filter } from '#projections/port/query.js';
import { toRowValuesPath } from '#projections/port/row-value-words.js';
import { listChangedValues, type ChangedValue } from './changed-values.js';

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
  /** The person a deputy acted for. */
  readonly onBehalfOf: string | null;
  /** Facets; null where not applicable. */
  readonly application: string | null;
  readonly entity: string | null;
  /** By name: ids alone are not unique. */
  readonly subject: RecordStreamName | UserStreamName | null;
  readonly action: string | null;
  /** Filled in or changed, and the numbers they change from or to. */
  readonly fields?: readonly ChangedValue[];
}

export const timelineProjection: Projection<TimelineEntry> = {
  name: 'timeline',
  version: 7,
  appendOnly: true,
  targets: (event) => [{ collection: TIMELINE_COLLECTION, id: toTimelineId(event.position) }],
  apply: (document, event) => document ?? createEntry(event),
};

const TIMELINE_COLLECTION = 'events';

/** Sixteen digits hold all safe integers. */
export const toTimelineId = (position: number) => String(position).padStart(16, '0');

export const timelineIndexes: CollectionIndexes = {
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
    ['metadata.causationId'],
  ],
  text: ['data', 'metadata.reason', toRowValuesPath('fields.name'), toRowValuesPath('fields.value')],
  fixed: true,
  inOrder: true,
};

function createEntry(event: RecordedEvent): TimelineEntry {
  const data = event.data as { readonly action?: unknown } | null;
  const fields = listChangedValues(event);
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
    ...(fields.length > 0 && { fields }),
  };
}

type TimelineSubject = Pick<TimelineEntry, 'application' | 'entity' | 'subject'>;

const NOTHING: TimelineSubject = { application: null, entity: null, subject: null };

function findSubject(event: RecordedEvent): TimelineSubject {
  const stream = parseStreamName(event.stream);
  switch (stream?.of) {
    case 'record':
      return recordSubject(stream.record);
    case 'user':
      return { ...NOTHING, subject: streams.user(stream.person) };
    case 'specification':
      return { ...NOTHING, application: stream.application };
    case 'sign-in-name':
    case 'identity':
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

export interface TimelineReadModel extends Pick<
  Documents<TimelineEntry>,
  'generation' | 'collection' | 'find' | 'count'
> {
  findAt(position: number): Promise<TimelineEntry | undefined>;
  findByEventId(eventId: string): Promise<TimelineEntry | undefined>;
  /** 1: next, -1: previous, with the same subject and stream. */
  findNeighbour(entry: TimelineEntry, step: 1 | -1): Promise<TimelineEntry | undefined>;
  hasAnyBegun(subjects: readonly string[]): Promise<boolean>;
  /** By actions. */
  listStatesLeft(record: RecordStreamName): Promise<readonly string[]>;
}

export function createTimelineReadModel(readModels: ActiveGenerations): TimelineReadModel {
  const timeline = openDocuments<TimelineEntry>(readModels, timelineProjection.name, TIMELINE_COLLECTION);
  const { generation, collection, find, count } = timeline;
  const first = async (query: Omit<Parameters<typeof find>[0], 'limit'>) =>
    (await find({ ...query, limit: 1 })).documents[0];
  return {
    generation,
    collection,
    find,
    count,
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
  /** null: to none; by permission. */
  readonly applications?: readonly (string | null)[];
  readonly entity?: string;
  readonly subjects?: readonly (RecordStreamName | UserStreamName)[];
  /** The actor, or the person a deputy acted for. */
  readonly actor?: string;
  readonly types?: readonly string[];
  readonly without?: readonly string[];
  readonly action?: string;
  /** ISO 8601 instants: from ≤ at < until. */
  readonly from?: string;
  readonly until?: string;
  readonly recordedFrom?: string;
  readonly recordedUntil?: string;
  /** Both included. */
  readonly fromPosition?: number;
  readonly untilPosition?: number;
  readonly byDeputy?: true;
  /** API tokens of programs, and the people that these act for. */
  readonly byPrograms?: { readonly tokens: readonly string[]; readonly people: readonly string[] };
  readonly search?: string;
}

export function toTimelineFilter(wanted: TimelineFilters): Filter {
  const { applications, search, application, entity, subjects, actor, types, action } = wanted;
  const { without = [], byDeputy, byPrograms } = wanted;
  const facets: Filter[] = Object.entries({ application, entity, action })
    .filter(([, value]) => value !== undefined)
    .map(([path, value]) => ({ [path]: value }));
  if (actor !== undefined) facets.push({ $or: [{ actor }, { onBehalfOf: actor }] });
  if (byDeputy) facets.push({ onBehalfOf: { $gte: '' } });
  // The index is that of actors.
  if (byPrograms)
    facets.push({ actor: { $in: byPrograms.people } }, { 'metadata.program': { $in: byPrograms.tokens } });
  if (types) facets.push({ type: types.length === 1 ? types[0] : { $in: types } });
  for (const item of without.map((each) => ({ type: { $ne: each } }))) facets.push(item);
  if (applications) facets.push({ application: { $in: applications } });
  if (subjects) facets.push({ subject: subjects.length === 1 ? subjects[0] : { $in: subjects } });
  if (search !== undefined) facets.push({ $text: search });
  return { $and: [...facets, ...rangesOf(wanted)] };
}

function rangesOf(wanted: TimelineFilters): readonly Filter[] {
  const { from, until, recordedFrom, recordedUntil, fromPosition, untilPosition } = wanted;
  const idOf = (position: number | undefined) =>
    position === undefined ? undefined : toTimelineId(position);
  const ranges = {
    at: { $gte: from, $lt: until },
    'metadata.recordedAt': { $gte: recordedFrom, $lt: recordedUntil },
    id: { $gte: idOf(fromPosition), $lte: idOf(untilPosition) },
  };
  return Object.entries(ranges)
    .filter(([, range]) => Object.values(range).some((end) => end !== undefined))
    .map(([path, range]) => ({ [path]: range }));
}
