import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { Temporal } from 'temporal-polyfill';
import type { Filter } from '#projections/port/query.js';
import { ReferencedIds, findReferenceNames } from '../names/find-names.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { filterRecordsFailedToProject } from '../records/records-failed-to-project.js';
import { isDayColumn } from '../reports/plan-report.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView, type RecordsView } from '../records/records-view.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListCalendarRecords,
  type CalendarQuestion,
  type DayRange,
  type VisibleCalendarEntry,
  type CalendarRecords,
} from './calendar-records.js';

const MAX_SCANNED = 5_000;

const PAGE_SIZE = 250;

@QueryHandler(ListCalendarRecords)
export class ListCalendarRecordsHandler implements IQueryHandler<ListCalendarRecords> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, days, limit }: ListCalendarRecords): Promise<CalendarRecords> {
    const { published, entity, viewer, calendar } = question;
    const view = await createRecordsView(this.sources, question);
    if (!view.rights.canReadSome)
      throw createUnreadableRefusal(
        view.rights,
        view.now,
        createPhrase('to.read-all', { entity: entity.plural }),
      );
    const isDay = isDayColumn(entity, calendar.from);
    const span = isDay ? days : instantsOf(days, published.specification.timeZone);
    const { entries, ...found } = await lookThrough({ view, question, span, isDay }, limit);
    const mentions = new ReferencedIds();
    const label = new Set(calendar.label === undefined ? [] : [calendar.label]);
    for (const { record } of entries) mentions.columns(entity, record, label);
    const of = { application: published.specification.key, entity: entity.key };
    const ids = entries.map(({ record }) => record.id);
    const outdated = await filterRecordsFailedToProject(this.sources, of, ids);
    return {
      entries,
      ...found,
      outdated,
      isDay,
      names: await findReferenceNames(this.sources, published, mentions, viewer),
    };
  }
}

/** A day may begin after midnight where clocks change. */
function instantsOf({ first, after }: DayRange, timeZone: string): DayRange {
  const beginning = (day: string) =>
    Temporal.PlainDate.from(day)
      .toZonedDateTime(timeZone)
      .toInstant()
      .toString({ smallestUnit: 'millisecond' });
  return { first: beginning(first), after: beginning(after) };
}

interface CalendarSearch {
  readonly view: RecordsView;
  readonly question: CalendarQuestion;
  readonly span: DayRange;
  readonly isDay: boolean;
}

type CalendarSlice = Pick<CalendarRecords, 'entries' | 'more' | 'partly'>;

async function lookThrough(looking: CalendarSearch, limit: number): Promise<CalendarSlice> {
  const { view, question } = looking;
  const { filter, sort } = asking(looking);
  const filterVisible = view.createVisibilityFilter();
  const entries: VisibleCalendarEntry[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < MAX_SCANNED; looked += PAGE_SIZE) {
    const page = await view.records.find({ filter, sort, cursor, limit: PAGE_SIZE, onwardOnly: true });
    for (const record of await filterVisible(page.documents)) {
      const entry = record && entryOf(record, question);
      if (entry && stands(entry, looking)) entries.push(entry);
    }
    if (entries.length > limit)
      return { entries: inOrder(entries).slice(0, limit), more: true, partly: false };
    cursor = page.next;
    if (cursor === undefined) return { entries: inOrder(entries), more: false, partly: false };
  }
  return { entries: inOrder(entries), more: false, partly: true };
}

/** The filter uses only columns visible in every record: a match would reveal hidden values. */
function asking({ view, question, span, isDay }: CalendarSearch) {
  const { entity, calendar } = question;
  const path = (column: string) =>
    entity.fields.some(({ key }) => key === column) ? `fields.${column}` : column;
  const { open } = view.rights;
  if (!open(calendar.from)) return { filter: view.filter() };
  const from = path(calendar.from);
  const within = { [from]: { $gte: span.first, $lt: span.after } };
  const { until } = calendar;
  const sort = { path: from };
  if (until === undefined) return { filter: view.filter([within]), sort };
  // The latest starts are the likeliest to reach into the span.
  if (!open(until))
    return { filter: view.filter([{ [from]: { $lt: span.after } }]), sort: { ...sort, descending: true } };
  const ends = isDay ? { $gte: span.first } : { $gt: span.first };
  const into: Filter = { $and: [{ [from]: { $lt: span.first } }, { [path(until)]: ends }] };
  return { filter: view.filter([{ $or: [within, into] }]), sort };
}

function entryOf(record: VisibleRecord, { calendar }: CalendarQuestion): VisibleCalendarEntry | undefined {
  const from = textIn(record, calendar.from);
  if (from === undefined) return undefined;
  const until = calendar.until === undefined ? undefined : textIn(record, calendar.until);
  return { record, from, ...(until !== undefined && until >= from && { until }) };
}

function textIn(record: VisibleRecord, column: string): string | undefined {
  const value = column === 'openedAt' || column === 'changedAt' ? record[column] : record.fields[column];
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? value : undefined;
}

function stands({ from, until = from }: VisibleCalendarEntry, { span, isDay }: CalendarSearch): boolean {
  if (from >= span.first) return from < span.after;
  return isDay ? until >= span.first : until > span.first;
}

const inOrder = (entries: readonly VisibleCalendarEntry[]): VisibleCalendarEntry[] =>
  entries.toSorted(
    (one, other) =>
      compareAscending(one.from, other.from) || compareAscending(one.record.id, other.record.id),
  );
