import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  toTimelineFilter,
  createTimelineReadModel,
  timelineProjection,
  type TimelineEntry,
  type TimelineReadModel,
  type TimelineFilters,
} from '#projections/read-models/timeline/timeline-projection.js';
import { type RecordStreamName } from '#domain/stream-names.js';
import type { PublishedApplications, PublishedVersion } from '#ports/specifications.js';
import type { Filter, Query } from '#projections/port/query.js';
import { createAnswerCache } from '../answer-cache.js';
import { createApprovalFilter } from './approval-filter.js';
import { createActionFilter, createSearchFilter } from './action-titles.js';
import {
  createFieldChangeQuery,
  createNumberFilter,
  createNumberTest,
  type FieldChangeQuery,
  type TimelineFieldRef,
  type SearchedFieldValue,
} from './changed-fields.js';
import {
  findVisiblePage,
  scanPage,
  type VisibilityFilter,
  type VisiblePage,
} from '../paging/find-visible-page.js';
import { findPublishedApplications } from '../specifications/find-published-applications.js';
import { redactEvents } from './redact-events.js';
import { filterVisibleMatches } from './filter-visible-matches.js';
import { findNamesInEvents } from './find-names-in-events.js';
import { memoizeRecordReads } from './memoize-reads.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListTimeline,
  type TimelineScanStop,
  type SubjectSearchScope,
  type TimelineQuery,
  type VisibleTimeline,
  assertTimelineReader,
} from './list-timeline.js';
import type { VisibleEvent } from './redact-event.js';
import { findRecordedPositions } from './find-recorded-positions.js';
import { findRecordsByName, getStoredEntityKey } from './find-records-by-name.js';
import { createOpenerTest, createWithinMinutesTest } from './record-step-tests.js';
import { createTimeOfDayTest } from './time-of-day.js';

@QueryHandler(ListTimeline)
export class ListTimelineHandler implements IQueryHandler<ListTimeline> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ timeline: options, viewer }: ListTimeline): Promise<VisibleTimeline> {
    assertTimelineReader(viewer);
    const {
      cursor,
      backwards,
      limit,
      counts,
      search,
      order,
      timeOfDay: _,
      step: _step,
      approvals,
      field,
      value,
      locale: _locale,
      ...called
    } = options;
    const published = await findPublishedApplications(this.sources);
    const timeline = createTimelineReadModel(this.sources.readModels);
    const stored = underStoredKey(called, published);
    const filters = { ...stored, ...(await findRecordedPositions(timeline, stored)) };
    const { application, action } = filters;
    const named = await this.namedIn(search, { viewer, published, application });
    const writtenNumber = numberIn(options);
    const changes = await this.changesOf(field, value, published);
    const filter = await searched(this.sources, await filterOf(this.sources, filters, published), {
      search,
      named,
      published,
      writtenNumber,
    });
    const query = {
      filter: await this.narrowed(filter, changes, approvals, published),
      sort: { path: order === 'happened' ? 'at' : 'id', descending: true },
      cursor,
      backwards,
      limit,
    };
    const watching = { viewer, published };
    // Auditors may know every action; admins who are no auditors may not.
    const asksForAction = !viewer.auditor && (action !== undefined || approvals === true);
    const asksForHidden = search !== undefined || changes !== undefined || asksForAction;
    const once = asksForHidden ? this.sources : memoizeRecordReads(this.sources);
    const filterVisible: VisibilityFilter<TimelineEntry, VisibleEvent> = asksForHidden
      ? (entries) =>
          filterVisibleMatches(once, entries, {
            ...watching,
            search,
            asksForAction,
            named: new Set(named),
            changes: changes?.test,
            number: writtenNumber && createNumberTest(writtenNumber),
          })
      : (entries) => redactEvents(once, entries, watching);
    const tests = entryTestsOf(options, timeline);
    const isScanned = asksForHidden || tests.length > 0;
    const page = isScanned
      ? await this.walk(query, testedFirst(tests, filterVisible))
      : await findVisiblePage(timeline, query, filterVisible);
    const count = counts && (await this.countMatches(timeline, { page, filter: query.filter, isScanned }));
    return {
      ...page,
      published,
      ...(count && { count }),
      names: await findNamesInEvents(once, page.items, published, viewer),
    };
  }

  private async countMatches(
    timeline: TimelineReadModel,
    { page: { items, next, previous }, filter, isScanned }: CountedQuery,
  ): Promise<VisibleTimeline['count']> {
    if (next === undefined && previous === undefined) return { count: items.length, more: false };
    if (isScanned) return undefined;
    const { readModels } = this.sources;
    return cachedCount(readModels, timeline, { filter }, () => timeline.count(filter, MOST_COUNTED));
  }

  private async namedIn(
    search: string | undefined,
    scope: SubjectSearchScope,
  ): Promise<readonly RecordStreamName[]> {
    return search === undefined ? [] : findRecordsByName(this.sources, search, scope);
  }

  private async changesOf(
    field: TimelineFieldRef | undefined,
    value: SearchedFieldValue | undefined,
    published: PublishedApplications,
  ): Promise<FieldChangeQuery | undefined> {
    if (!field && !value) return undefined;
    const stored = field && {
      ...field,
      entity: getStoredEntityKey(published.get(field.application), field.entity),
    };
    return createFieldChangeQuery(this.sources, { field: stored, value }, published);
  }

  private async narrowed(
    filter: Filter,
    changes: FieldChangeQuery | undefined,
    approvals: true | undefined,
    published: PublishedApplications,
  ): Promise<Filter> {
    const more = [
      ...(changes ? [changes.filter] : []),
      ...(approvals ? [await createApprovalFilter(this.sources, published)] : []),
    ];
    return more.length > 0 ? { $and: [...more, filter] } : filter;
  }

  /** Returns how far it got if it ends early. */
  private async walk(
    query: Query,
    filterVisible: VisibilityFilter<TimelineEntry, VisibleEvent>,
  ): Promise<Pick<VisibleTimeline, 'items' | 'next' | 'previous' | 'lookedThrough'>> {
    const timeline = createTimelineReadModel(this.sources.readModels);
    let lookedThrough: TimelineScanStop | undefined;
    const counting: typeof filterVisible = (entries) => {
      const last = query.backwards === true ? entries[0] : entries.at(-1);
      const count = (lookedThrough?.count ?? 0) + entries.length;
      if (last) lookedThrough = { count, position: last.position, at: last.at };
      return filterVisible(entries);
    };
    const { stopped, ...page } = await scanPage(timeline, query, counting, this.sources.seal);
    return { ...page, ...(stopped && lookedThrough && { lookedThrough }) };
  }
}

interface CountedQuery {
  readonly page: VisiblePage<VisibleEvent>;
  readonly filter: Filter;
  /** Not all matches of the filter are visible. */
  readonly isScanned: boolean;
}

const MOST_COUNTED = 1_000;

const cachedCount = createAnswerCache<VisibleTimeline['count']>(timelineProjection.name);

const numberIn = ({ search, locale }: TimelineQuery): SearchedFieldValue | undefined =>
  search === undefined || locale === undefined ? undefined : { text: search, locale };

type EntryTest = (entries: readonly TimelineEntry[]) => readonly boolean[] | Promise<readonly boolean[]>;

/** Cheapest first, as each test gets only what passed. */
function entryTestsOf({ timeOfDay, step }: TimelineQuery, timeline: TimelineReadModel): readonly EntryTest[] {
  const isInTime = timeOfDay && createTimeOfDayTest(timeOfDay);
  return [
    ...(isInTime ? [(entries: readonly TimelineEntry[]) => entries.map(({ at }) => isInTime(at))] : []),
    ...(step?.byOpener ? [createOpenerTest(timeline)] : []),
    ...(step?.withinMinutes === undefined ? [] : [createWithinMinutesTest(timeline, step.withinMinutes)]),
  ];
}

/** Rights are looked up for what passes. */
const testedFirst =
  (
    tests: readonly EntryTest[],
    filterVisible: VisibilityFilter<TimelineEntry, VisibleEvent>,
  ): VisibilityFilter<TimelineEntry, VisibleEvent> =>
  async (entries) => {
    let passing = entries;
    for (const test of tests) {
      const passes = await test(passing);
      passing = passing.filter((_, index) => passes[index]);
    }
    const visible = passing.length > 0 ? await filterVisible(passing) : [];
    const byPosition = new Map(passing.map(({ position }, index) => [position, visible[index]]));
    return entries.map(({ position }) => byPosition.get(position));
  };

/** Whatever its key in the version of the event. */
async function filterOf(
  sources: QueryDependencies,
  { action, ...filters }: TimelineFilters,
  published: ReadonlyMap<string, PublishedVersion>,
): Promise<Filter> {
  const { application, entity } = filters;
  if (action === undefined || application === undefined || entity === undefined)
    return toTimelineFilter({ ...filters, action });
  const activity = await createActionFilter(sources, { application, entity, action }, published);
  return { $and: [toTimelineFilter(filters), activity] };
}

/** Entities have their current names. */
function underStoredKey(
  filters: TimelineFilters,
  published: ReadonlyMap<string, PublishedVersion>,
): TimelineFilters {
  const { application, entity } = filters;
  if (application === undefined || entity === undefined) return filters;
  const key = getStoredEntityKey(published.get(application), entity);
  return { ...filters, entity: key };
}

interface TimelineSearch {
  readonly search: string | undefined;
  readonly named: readonly RecordStreamName[];
  readonly published: ReadonlyMap<string, PublishedVersion>;
  readonly writtenNumber: SearchedFieldValue | undefined;
}

async function searched(
  sources: QueryDependencies,
  filter: Filter,
  { search, named, published, writtenNumber }: TimelineSearch,
): Promise<Filter> {
  if (search === undefined) return filter;
  const found = await createSearchFilter(sources, search, published);
  const number = writtenNumber && createNumberFilter(writtenNumber);
  const any = [
    found,
    ...(named.length > 0 ? [{ subject: { $in: named } }] : []),
    ...(number ? [number] : []),
  ];
  return { $and: [filter, any.length > 1 ? { $or: any } : found] };
}
