import { Query } from '@nestjs/cqrs';
import { canAccessApplication } from '#domain/permissions.js';
import { SYSTEM_ACTOR_ID } from '#domain/event.js';
import type { RecordEvent } from '#domain/record/record-events.js';
import { parseRecordStream, RecordRef, type RecordStreamName } from '#domain/stream-names.js';
import {
  toTimelineId,
  createTimelineReadModel,
  timelineProjection,
  type TimelineEntry,
} from '#projections/read-models/timeline/timeline-projection.js';
import {
  toRecordFilterPath,
  createRecordsReadModel,
} from '#projections/read-models/records/records-read-model.js';
import type { Filter } from '#projections/port/query.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Entity } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Count } from '../memoize-count-per-person.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import { type ReferenceNames } from '../names/find-names.js';
import { findPublishedApplications } from '../specifications/find-published-applications.js';
import type { VisibleEvent } from '../timeline/redact-event.js';
import { toVisibleRecords, type VisibleRecord } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';

export interface ChangedRecord {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
  readonly event: VisibleEvent;
}

export interface ChangedRecords {
  /** Latest first. */
  readonly items: readonly ChangedRecord[];
  readonly names: ReferenceNames;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly more: boolean;
  readonly counted: Count;
  /** Log position for marking everything as read. */
  readonly upTo: number;
}

interface ChangedQuery {
  readonly viewer: Viewer;
  /** undefined: all. */
  readonly application?: string | undefined;
}

/** Automatic changes are left out. */
const TYPES: readonly RecordEvent['type'][] = [
  'record.opened',
  'record.changed',
  'record.action-taken',
  'record.commented',
  'record.assigned',
  'record.approval-given',
  'record.approval-refused',
  'record.approval-taken-back',
];

const NEWS_FOR_MS = 14 * 86_400_000;

const MAX_LOOKED_AT = 200;

export class ListChangedRecords extends Query<ChangedRecords> {
  constructor(
    readonly query: ChangedQuery,
    readonly limit: number,
  ) {
    super();
  }
}

export async function countChangedRecords(sources: QueryDependencies, viewer: Viewer): Promise<Count> {
  const { newest, isMore } = await findChangedRecords(sources, { viewer });
  return { count: newest.length, more: isMore };
}

interface FoundChanges extends Pick<ChangedRecords, 'published'> {
  /** Latest first. */
  readonly newest: readonly ConcernedRecord[];
  readonly isMore: boolean;
}

export async function findChangedRecords(
  sources: QueryDependencies,
  { viewer, application }: ChangedQuery,
): Promise<FoundChanges> {
  const all = await findPublishedApplications(sources);
  const entered = [...all].filter(
    ([key, { specification }]) =>
      canAccessApplication(specification, viewer) && (application === undefined || key === application),
  );
  const published = new Map(entered);
  const readUpTo = (await sources.readPositions.readUpTo(viewer.id)) ?? 0;
  const since = new Date(Date.parse(sources.now()) - NEWS_FOR_MS).toISOString();
  const unread: Filter = { id: { $gt: toTimelineId(readUpTo) } };
  const latest = await changesSince(sources, unread, since);
  if (latest.changes.every((entry) => isBy(entry, viewer)) && !latest.isFull)
    return { newest: [], isMore: false, published };
  const touched = await touchedBy(sources, viewer);
  const entities = entitiesOf(published);
  // The latest changes of a busy installation concern other people.
  const earlier = latest.isFull
    ? await changesSince(
        sources,
        {
          ...unread,
          at: { $gte: since },
          subject: { $in: [...touched, ...(await namingViewer(sources, viewer, entities, since))] },
        },
        since,
      )
    : undefined;
  const entries = lastByOthers([...latest.changes, ...(earlier?.changes ?? [])], viewer);
  const concerned = await concerning(sources, viewer, { entities, touched }, entries);
  const newest = concerned.toSorted((one, other) => other.entry.position - one.entry.position);
  return { newest, isMore: earlier?.isFull === true, published };
}

const isBy = ({ actor, onBehalfOf }: TimelineEntry, { id }: Viewer): boolean =>
  actor === id || onBehalfOf === id;

/** Records on which the person acted later are left out. Latest first. */
function lastByOthers(entries: readonly TimelineEntry[], viewer: Viewer): readonly TimelineEntry[] {
  const last = new Map<string, TimelineEntry | undefined>();
  for (const entry of entries) {
    if (last.has(entry.stream) || entry.actor === SYSTEM_ACTOR_ID) continue;
    last.set(entry.stream, isBy(entry, viewer) ? undefined : entry);
  }
  return [...last.values()].filter((entry) => entry !== undefined);
}

async function changesSince(
  { readModels }: QueryDependencies,
  filter: Filter,
  since: string,
): Promise<{ readonly changes: readonly TimelineEntry[]; readonly isFull: boolean }> {
  const { documents } = await createTimelineReadModel(readModels).find({
    filter: { $and: [filter, { type: { $in: TYPES } }] },
    sort: { path: 'id', descending: true },
    limit: MAX_LOOKED_AT,
    onwardOnly: true,
  });
  return { changes: documents.filter(({ at }) => at >= since), isFull: documents.length === MAX_LOOKED_AT };
}

async function touchedBy(
  { readModels }: QueryDependencies,
  { id }: Viewer,
): Promise<ReadonlySet<RecordStreamName>> {
  const { documents } = await createTimelineReadModel(readModels).find({
    filter: { actor: id, type: { $in: TYPES } },
    sort: { path: 'id', descending: true },
    limit: MAX_LOOKED_AT,
    onwardOnly: true,
  });
  return new Set(documents.flatMap(({ stream }) => parseRecordStream(stream)?.name ?? []));
}

type EntityOf = Pick<ChangedRecord, 'published' | 'entity'>;

const entitiesOf = (published: ReadonlyMap<string, PublishedVersion>): readonly EntityOf[] =>
  [...published.values()].flatMap((running) =>
    Object.values(running.specification.entities).map((entity) => ({ published: running, entity })),
  );

/** Searches only fields that all readers see. */
async function namingViewer(
  sources: QueryDependencies,
  viewer: Viewer,
  entities: readonly EntityOf[],
  since: string,
): Promise<readonly RecordStreamName[]> {
  const found = await Promise.all(
    entities.map(async ({ published: { specification }, entity }) => {
      const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
      const people = entity.fields
        .filter((field) => hasSingleValue(field) && getFieldType(field).pointsTo === 'person')
        .filter(({ key, personal }) => personal === undefined && rights.open(key))
        .map(({ key }) => toRecordFilterPath(key, entity.fields));
      const named = ['openedBy', 'assignee', ...people].map((path): Filter => ({ [path]: viewer.id }));
      const of = { application: specification.key, entity: entity.key };
      const { documents } = await createRecordsReadModel(sources.readModels, of).find({
        filter: { $and: [rights.filter, { changedAt: { $gte: since } }, { $or: named }] },
        sort: { path: 'changedAt', descending: true },
        limit: MAX_LOOKED_AT,
        onwardOnly: true,
      });
      return documents.map((document) => RecordRef.of(document).name);
    }),
  );
  return found.flat();
}

interface ConcernSource {
  readonly entities: readonly EntityOf[];
  readonly touched: ReadonlySet<RecordStreamName>;
}

interface ConcernedRecord extends Omit<ChangedRecord, 'event'> {
  readonly entry: TimelineEntry;
}

async function concerning(
  sources: QueryDependencies,
  viewer: Viewer,
  { entities, touched }: ConcernSource,
  entries: readonly TimelineEntry[],
): Promise<readonly ConcernedRecord[]> {
  const found = await Promise.all(
    entities.map(async (of) => {
      const { key } = of.published.specification;
      const own = entries.filter((each) => each.application === key && each.entity === of.entity.key);
      const readable = await readableAmong(sources, viewer, of, own);
      return readable
        .filter(
          ([record, { stream }]) =>
            touched.has(stream as RecordStreamName) || isNamedIn(record, of.entity, viewer),
        )
        .map(([record, entry]) => ({ ...of, record, entry }));
    }),
  );
  return found.flat();
}

async function readableAmong(
  sources: QueryDependencies,
  viewer: Viewer,
  { published: { specification }, entity }: EntityOf,
  entries: readonly TimelineEntry[],
): Promise<readonly (readonly [VisibleRecord, TimelineEntry])[]> {
  if (entries.length === 0) return [];
  const byId = new Map(entries.map((entry) => [parseRecordStream(entry.stream)!.id, entry]));
  const records = createRecordsReadModel(sources.readModels, {
    application: specification.key,
    entity: entity.key,
  });
  const documents = await records.byIds(byId.keys());
  const rights = { ...deriveReadRights({ specification, entity, viewer, now: sources.now() }), exact: false };
  const visible = await toVisibleRecords(sources.personal, documents, { rights });
  return visible.flatMap((record) => (record ? [[record, byId.get(record.id)!] as const] : []));
}

const isNamedIn = (record: VisibleRecord, { fields }: Entity, { id }: Viewer): boolean =>
  record.openedBy === id ||
  record.assignee === id ||
  fields.some((field) => getFieldType(field).pointsTo === 'person' && record.fields[field.key] === id);

export class GetTimelineCheckpoint extends Query<number> {}

/** Log position. */
export const getTimelineCheckpoint = async ({
  readModels,
}: Pick<QueryDependencies, 'readModels'>): Promise<number> =>
  readModels.generation(timelineProjection.name).checkpoint();
