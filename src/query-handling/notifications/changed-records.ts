// Query: which records that concern one person others have changed since that person marked everything as read, the latest first.
import { canAccessApplication } from '#domain/permissions.js';
import { SYSTEM_ACTOR } from '#domain/event.js';
import { parseRecordStream, RecordRef, type RecordName } from '#domain/stream-names.js';
import {
  toTimelineId,
  createTimelineReadModel,
  timelineProjection,
  type TimelineEntry,
} from '#projections/read-models/timeline/timeline-projection.js';
import {
  recordFilterPath,
  createRecordsReadModel,
} from '#projections/read-models/records/records-read-model.js';
import type { Filter } from '#projections/port/query.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Entity } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Count } from '../counts-per-person.js';
import { deriveReadRights } from '../visibility/read-rights.js';
import { NO_NAMES, type Names } from '../names/mentions.js';
import { findNamesInEvents } from '../timeline/event-rights.js';
import { findPublishedByKey } from '../timeline/list-timeline.js';
import type { VisibleEvent } from '../timeline/redact-event.js';
import { redactEvents } from '../timeline/visible-events.js';
import { openVisibleRecords, type VisibleRecord } from '../visibility/visible-records.js';
import type { Viewer } from '../viewer.js';

export interface ChangedRecord {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
  /** What was done last by another person. */
  readonly event: VisibleEvent;
}

export interface ChangedRecords {
  /** The latest change first. */
  readonly items: readonly ChangedRecord[];
  readonly names: Names;
  readonly published: ReadonlyMap<string, PublishedVersion>;
  /** There are, or may be, more. */
  readonly more: boolean;
  /** Of all that there are. */
  readonly counted: Count;
  /** Position of the log up to which this was looked at: what marking everything as read marks. */
  readonly upTo: number;
}

interface ChangedQuery {
  readonly viewer: Viewer;
  /** Key of the one that is asked for; undefined: all. */
  readonly application?: string | undefined;
}

/** What people do to a record; what Daybook does by itself is in its history. */
const TYPES: readonly string[] = [
  'record.opened',
  'record.changed',
  'record.action-taken',
  'record.commented',
  'record.assigned',
  'record.approval-given',
  'record.approval-refused',
  'record.approval-taken-back',
];

/** Older changes are not news, and are in the history of their records. */
const NEWS_FOR_MS = 14 * 86_400_000;
/** So many of the person's own events, and of the latest of everybody's, tell which records concern them. */
const MOST_LOOKED_AT = 200;

/** At most so many. */
export async function listChangedRecords(
  sources: QueryDependencies,
  query: ChangedQuery,
  limit: number,
): Promise<ChangedRecords> {
  const { viewer } = query;
  const upTo = await findLastChangePosition(sources);
  const { newest, isMore, published } = await findChanged(sources, query);
  const shown = newest.slice(0, limit);
  const counted = { count: newest.length, more: isMore };
  if (shown.length === 0) return { items: [], names: NO_NAMES, published, more: isMore, counted, upTo };
  const events = await redactEvents(
    sources,
    shown.map(({ entry }) => entry),
    { viewer, published },
  );
  return {
    items: shown.map(({ entry: _, ...of }, index) => ({ ...of, event: events[index]! })),
    names: await findNamesInEvents(sources, events, published, viewer),
    published,
    more: newest.length > limit || isMore,
    counted,
    upTo,
  };
}

/** How many records there are that others have changed. */
export async function countChangedRecords(sources: QueryDependencies, viewer: Viewer): Promise<Count> {
  const { newest, isMore } = await findChanged(sources, { viewer });
  return { count: newest.length, more: isMore };
}

interface FoundChanges extends Pick<ChangedRecords, 'published'> {
  /** The latest change first. */
  readonly newest: readonly ConcernedRecord[];
  /** There may be more than were looked at. */
  readonly isMore: boolean;
}

async function findChanged(
  sources: QueryDependencies,
  { viewer, application }: ChangedQuery,
): Promise<FoundChanges> {
  const all = await findPublishedByKey(sources);
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
  // In a busy house the latest changes are of records that concern other people.
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

/** Of each record, unless the person has done something there since. `entries`: the latest first. */
function lastByOthers(entries: readonly TimelineEntry[], viewer: Viewer): readonly TimelineEntry[] {
  const last = new Map<string, TimelineEntry | undefined>();
  for (const entry of entries) {
    if (last.has(entry.stream) || entry.actor === SYSTEM_ACTOR) continue;
    last.set(entry.stream, isBy(entry, viewer) ? undefined : entry);
  }
  return [...last.values()].filter((entry) => entry !== undefined);
}

/** The latest first. */
async function changesSince(
  { readModels }: QueryDependencies,
  filter: Filter,
  since: string,
): Promise<{ readonly changes: readonly TimelineEntry[]; readonly isFull: boolean }> {
  const { documents } = await createTimelineReadModel(readModels).find({
    filter: { $and: [filter, { type: { $in: TYPES } }] },
    sort: { path: 'id', descending: true },
    limit: MOST_LOOKED_AT,
    onwardOnly: true,
  });
  return { changes: documents.filter(({ at }) => at >= since), isFull: documents.length === MOST_LOOKED_AT };
}

/** Records that the person has opened, changed, decided about or commented. */
async function touchedBy(
  { readModels }: QueryDependencies,
  { id }: Viewer,
): Promise<ReadonlySet<RecordName>> {
  const { documents } = await createTimelineReadModel(readModels).find({
    filter: { actor: id, type: { $in: TYPES } },
    sort: { path: 'id', descending: true },
    limit: MOST_LOOKED_AT,
    onwardOnly: true,
  });
  return new Set(documents.flatMap(({ stream }) => parseRecordStream(stream)?.name ?? []));
}

type EntityOf = Pick<ChangedRecord, 'published' | 'entity'>;

const entitiesOf = (published: ReadonlyMap<string, PublishedVersion>): readonly EntityOf[] =>
  [...published.values()].flatMap((running) =>
    Object.values(running.specification.entities).map((entity) => ({ published: running, entity })),
  );

/** Records changed since then that name the person where every reader may see it, the latest first. */
async function namingViewer(
  sources: QueryDependencies,
  viewer: Viewer,
  entities: readonly EntityOf[],
  since: string,
): Promise<readonly RecordName[]> {
  const found = await Promise.all(
    entities.map(async ({ published: { specification }, entity }) => {
      const rights = deriveReadRights({ specification, entity, viewer, now: sources.now() });
      const people = entity.fields
        .filter((field) => hasSingleValue(field) && getFieldType(field).pointsTo === 'person')
        .filter(({ key, personal }) => personal === undefined && rights.open(key))
        .map(({ key }) => recordFilterPath(key, entity.fields));
      const named = ['openedBy', 'assignee', ...people].map((path): Filter => ({ [path]: viewer.id }));
      const of = { application: specification.key, entity: entity.key };
      const { documents } = await createRecordsReadModel(sources.readModels, of).find({
        filter: { $and: [rights.filter, { changedAt: { $gte: since } }, { $or: named }] },
        sort: { path: 'changedAt', descending: true },
        limit: MOST_LOOKED_AT,
        onwardOnly: true,
      });
      return documents.map((document) => RecordRef.of(document).name);
    }),
  );
  return found.flat();
}

interface ConcernSource {
  readonly entities: readonly EntityOf[];
  readonly touched: ReadonlySet<RecordName>;
}

interface ConcernedRecord extends Omit<ChangedRecord, 'event'> {
  readonly entry: TimelineEntry;
}

/** Those that the person may read, and has a part in: by what they did, or since the record names them where they can see it. */
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
          ([record, { stream }]) => touched.has(stream as RecordName) || isNamedIn(record, of.entity, viewer),
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
  const visible = await openVisibleRecords(sources.personal, documents, { rights });
  return visible.flatMap((record) => (record ? [[record, byId.get(record.id)!] as const] : []));
}

const isNamedIn = (record: VisibleRecord, { fields }: Entity, { id }: Viewer): boolean =>
  record.openedBy === id ||
  record.assignee === id ||
  fields.some((field) => getFieldType(field).pointsTo === 'person' && record.fields[field.key] === id);

/** Position of the log up to which changes can be told. */
export const findLastChangePosition = async ({
  readModels,
}: Pick<QueryDependencies, 'readModels'>): Promise<number> =>
  readModels.generation(timelineProjection.name).checkpoint();
