// Query: what will happen by itself to the records that one person may read, the soonest first: timers, and calls that are sent again.
import type { Filter } from '#projections/port/query.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel, isRetried } from '#projections/read-models/calls/calls-projection.js';
import type { ScheduledTimer } from '#projections/read-models/timers/timer-document.js';
import { openScheduledTimers } from '#projections/read-models/timers/timers-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { toActor, deriveReadCondition } from '#domain/permissions.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import {
  createCursor,
  scanPage,
  type DocumentSource,
  type VisibilityFilter,
} from '../paging/find-visible-page.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { filterVisibleCalls } from '../records/calls-of-record.js';
import { openRecordsView } from '../records/records-view.js';
import { findScheduledRebuild, type ScheduledRebuild } from './scheduled-rebuild.js';
import { findNextTimer, type NextTimer } from './scheduled-timers.js';

export interface Retry {
  /** Of the event that asked for the call. */
  readonly id: string;
  /** Name of the call in section 7. */
  readonly call: string;
  /** ISO 8601. */
  readonly due: string;
  /** How often it was tried. */
  readonly attempts: number;
  /** undefined: the cause is technical, and the viewer neither runs nor audits Daybook. */
  readonly why?: string;
}

interface RecordOf {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  readonly record: VisibleRecord;
}

export interface ScheduledTimerItem extends RecordOf, NextTimer {
  readonly kind: 'timer';
}

export interface ScheduledRetryItem extends RecordOf, Retry {
  readonly kind: 'retry';
}

export type ScheduledItem = ScheduledTimerItem | ScheduledRetryItem;

export interface ScheduledPage {
  readonly items: readonly ScheduledItem[];
  /** Cursor of the next page. */
  readonly next?: string;
  /** After an upgrade: timers are missing until today's version has built their list. */
  readonly rebuild?: ScheduledRebuild;
}

export interface ScheduledQuery {
  /** Applications that the viewer may enter. */
  readonly applications: readonly PublishedVersion[];
  readonly viewer: Viewer;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** Entities with timers or calls whose records the person may read, as far as their roles say. */
export const listScheduledEntities = (specification: Specification, viewer: Viewer): readonly Entity[] =>
  Object.values(specification.entities).filter(
    (entity) =>
      hasScheduled(specification, entity) &&
      (viewer.auditor || deriveReadCondition(entity, toActor(specification, viewer)) !== false),
  );

const hasScheduled = ({ calls }: Specification, { key, lifecycle }: Entity): boolean =>
  lifecycle.timers.length > 0 || calls.some(({ parts }) => Object.hasOwn(parts, key));

/** Throws `BadCursor`. */
export async function listScheduledItems(
  sources: QueryDependencies,
  { applications, viewer, limit, cursor }: ScheduledQuery,
): Promise<ScheduledPage> {
  const scheduled = applications
    .map((published) => ({ published, entities: listScheduledEntities(published.specification, viewer) }))
    .filter(({ entities }) => entities.length > 0);
  if (scheduled.length === 0) return { items: [] };
  const query = { filter: filterOf(scheduled), sort: { path: 'due' }, limit, cursor, onwardOnly: true };
  const see = await visibilityOf(sources, viewer, scheduled);
  const rebuild = await findScheduledRebuild(sources);
  const { items, next } = await scanPage(timersAndRetries(sources), query, see, sources.seal);
  return { items, ...(next !== undefined && { next }), ...(rebuild && { rebuild }) };
}

interface ScheduledEntities {
  readonly published: PublishedVersion;
  readonly entities: readonly Entity[];
}

function filterOf(scheduled: readonly ScheduledEntities[]): Filter {
  const each = scheduled.map(({ published, entities }) => ({
    application: published.specification.key,
    entity: { $in: entities.map(({ key }) => key) },
  }));
  return each.length === 1 ? each[0]! : { $or: each };
}

type ScheduledDocument = ScheduledTimer | WaitingCall;

/** Both collections as one: each is sorted by `due` and id, so one cursor leads on in both. */
function timersAndRetries({
  readModels,
}: Pick<QueryDependencies, 'readModels'>): DocumentSource<ScheduledDocument> {
  return {
    async find(query) {
      const pages = await Promise.all([
        openScheduledTimers(readModels).find(query),
        createCallsReadModel(readModels).listRetried(query),
      ]);
      const found = pages.flatMap(({ documents }): readonly ScheduledDocument[] => documents);
      const documents = found.sort(byDueAndId).slice(0, query.limit);
      const last = documents.at(-1);
      const goesOn = found.length > documents.length || pages.some(({ next }) => next !== undefined);
      return { documents, ...(last && goesOn && { next: createCursor(last, query) }) };
    },
  };
}

const byDueAndId = (one: ScheduledDocument, other: ScheduledDocument): number =>
  compareAscending(one.due, other.due) || compareAscending(one.id, other.id);

/** A timer or call is visible where its record is, and where nothing hidden has decided about it. */
async function visibilityOf(
  sources: QueryDependencies,
  viewer: Viewer,
  scheduled: readonly ScheduledEntities[],
): Promise<VisibilityFilter<ScheduledDocument, ScheduledItem>> {
  const views = await Promise.all(
    scheduled.flatMap(({ published, entities }) =>
      entities.map(async (entity) => ({
        published,
        entity,
        view: await openRecordsView(sources, { published, entity, viewer }),
      })),
    ),
  );
  const published = new Map(scheduled.map((each) => [each.published.specification.key, each.published]));
  return async (documents) => {
    const found = new Map<string, RecordOf>();
    for (const { published, entity, view } of views) {
      const application = published.specification.key;
      const of = documents.filter((each) => each.application === application && each.entity === entity.key);
      const ids = [...new Set(of.map(({ record }) => record))];
      if (ids.length === 0) continue;
      const records = await view.see()(await view.records.byIds(ids, view.filter()));
      for (const record of records)
        if (record)
          found.set(recordKey({ application, entity: entity.key, record: record.id }), {
            published,
            entity,
            record,
          });
    }
    const calls = new Set<ScheduledDocument>(
      await filterVisibleCalls(sources, documents.filter(isCall), { viewer, published }),
    );
    return documents.map((document) => {
      const of = isCall(document) && !calls.has(document) ? undefined : found.get(recordKey(document));
      return of && itemOf(sources, viewer, of, document);
    });
  };
}

const isCall = (document: ScheduledDocument): document is WaitingCall => 'call' in document;

const recordKey = ({
  application,
  entity,
  record,
}: Pick<ScheduledDocument, 'application' | 'entity' | 'record'>) => `${application} ${entity} ${record}`;

function itemOf(
  sources: Pick<QueryDependencies, 'now'>,
  viewer: Viewer,
  of: RecordOf,
  document: ScheduledDocument,
): ScheduledItem | undefined {
  if (isCall(document)) return { kind: 'retry', ...of, ...retryOf(document, viewer) };
  const timer = findNextTimer(sources, of, document.timer, document.due);
  return timer && { kind: 'timer', ...of, ...timer };
}

const retryOf = ({ id, call, due, why, progress: { attempts } }: WaitingCall, viewer: Viewer): Retry => ({
  id,
  call,
  due,
  attempts,
  ...(why !== null && (viewer.admin || viewer.auditor) && { why }),
});

/** Of a record's calls those that are sent again by themselves, the soonest first. */
export const listRetries = (calls: readonly WaitingCall[], viewer: Viewer): readonly Retry[] =>
  calls
    .filter(isRetried)
    .sort(byDueAndId)
    .map((call) => retryOf(call, viewer));

/** Of the people that mails are sent to. */
export async function findNamesInScheduled(
  sources: QueryDependencies,
  published: PublishedVersion,
  viewer: Viewer,
  items: readonly ScheduledItem[],
): Promise<Names> {
  const mentions = new Mentions();
  for (const item of items)
    if (item.kind === 'timer') for (const person of item.mail?.to ?? []) mentions.person(person);
  return findNames(sources, published, mentions, viewer);
}
