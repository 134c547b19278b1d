import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Filter } from '#projections/port/query.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { openScheduledTimers } from '#projections/read-models/timers/timers-projection.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import {
  createCursor,
  scanPage,
  type DocumentSource,
  type VisibilityFilter,
} from '../paging/find-visible-page.js';
import type { Viewer } from '../viewer.js';
import { filterVisibleCalls } from '../records/list-calls-of-record.js';
import { createRecordsView } from '../records/records-view.js';
import { findTimersRebuildProgress } from './timers-rebuild-progress.js';
import { toVisibleTimer } from './scheduled-timers.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListScheduledItems,
  type ScheduledItem,
  type ScheduledPage,
  listScheduledEntities,
  compareByDueAndId,
  toVisibleRetry,
  type ScheduledDocument,
  type ScheduledRecordReference,
} from './scheduled-items.js';

@QueryHandler(ListScheduledItems)
export class ListScheduledItemsHandler implements IQueryHandler<ListScheduledItems> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    query: { applications, viewer, limit, cursor },
  }: ListScheduledItems): Promise<ScheduledPage> {
    const scheduled = applications
      .map((published) => ({ published, entities: listScheduledEntities(published.specification, viewer) }))
      .filter(({ entities }) => entities.length > 0);
    if (scheduled.length === 0) return { items: [] };
    const query = { filter: filterOf(scheduled), sort: { path: 'due' }, limit, cursor, onwardOnly: true };
    const filterVisible = await visibilityOf(this.sources, viewer, scheduled);
    const rebuild = await findTimersRebuildProgress(this.sources);
    const { items, next } = await scanPage(
      timersAndRetries(this.sources),
      query,
      filterVisible,
      this.sources.seal,
    );
    return { items, ...(next !== undefined && { next }), ...(rebuild && { rebuild }) };
  }
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

/** The same order lets one cursor serve both. */
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
      const documents = found.sort(compareByDueAndId).slice(0, query.limit);
      const last = documents.at(-1);
      const goesOn = found.length > documents.length || pages.some(({ next }) => next !== undefined);
      return { documents, ...(last && goesOn && { next: createCursor(last, query) }) };
    },
  };
}

/** Visibility follows the record, unless hidden fields decided. */
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
        view: await createRecordsView(sources, { published, entity, viewer }),
      })),
    ),
  );
  const published = new Map(scheduled.map((each) => [each.published.specification.key, each.published]));
  return async (documents) => {
    const found = new Map<string, ScheduledRecordReference>();
    for (const { published, entity, view } of views) {
      const application = published.specification.key;
      const of = documents.filter((each) => each.application === application && each.entity === entity.key);
      const ids = [...new Set(of.map(({ record }) => record))];
      if (ids.length === 0) continue;
      const records = await view.createVisibilityFilter()(await view.records.byIds(ids, view.filter()));
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
  of: ScheduledRecordReference,
  document: ScheduledDocument,
): ScheduledItem | undefined {
  if (isCall(document)) return { kind: 'retry', ...of, ...toVisibleRetry(document, viewer) };
  const timer = toVisibleTimer(sources, of, document.timer, document.due);
  return timer && { kind: 'timer', ...of, ...timer };
}
