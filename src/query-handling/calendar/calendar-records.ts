// Query: the records that stand somewhere in a row of days.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { Temporal } from 'temporal-polyfill';
import type { Filter } from '#projections/port/query.js';
import type { CalendarFields } from '#specification/model/specification.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { VisibleRecord } from '../visibility/visible-records.js';
import { findOutdatedRecords } from '../records/outdated-records.js';
import { isDayColumn } from '../reports/plan-report.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

export interface CalendarQuestion extends RecordsQuestion {
  readonly calendar: CalendarFields;
}

/** Days of the application's time zone: the first, and the one after the last. */
export interface Days {
  readonly first: string;
  readonly after: string;
}

export interface VisibleCalendarEntry {
  readonly record: VisibleRecord;
  /** Days, or instants. */
  readonly from: string;
  /** undefined: not given, not to be seen, or before it begins. */
  readonly until?: string;
}

export interface CalendarRecords {
  /** The earliest first. */
  readonly entries: readonly VisibleCalendarEntry[];
  /** The columns hold days, no instants. */
  readonly isDay: boolean;
  /** There are more than were asked for. */
  readonly more: boolean;
  /** Records have to be looked at one by one, and there are more than are looked at. */
  readonly partly: boolean;
  /** Ids of those that are not up to date. */
  readonly outdated: readonly string[];
  readonly names: Names;
}

/** As many as a list looks through. */
const MOST_SCANNED = 5_000;
const AT_ONCE = 250;

/** Throws `Refused` where no role of the viewer reads such records. */
export async function listCalendarRecords(
  sources: QueryDependencies,
  question: CalendarQuestion,
  days: Days,
  limit: number,
): Promise<CalendarRecords> {
  const { published, entity, viewer, calendar } = question;
  const view = await openRecordsView(sources, question);
  if (!view.rights.any)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: entity.plural }),
    );
  const isDay = isDayColumn(entity, calendar.from);
  const span = isDay ? days : instantsOf(days, published.specification.timeZone);
  const { entries, ...found } = await lookThrough({ view, question, span, isDay }, limit);
  const mentions = new Mentions();
  const label = new Set(calendar.label === undefined ? [] : [calendar.label]);
  for (const { record } of entries) mentions.columns(entity, record, label);
  const of = { application: published.specification.key, entity: entity.key };
  const ids = entries.map(({ record }) => record.id);
  const outdated = await findOutdatedRecords(sources, of, ids);
  return { entries, ...found, outdated, isDay, names: await findNames(sources, published, mentions, viewer) };
}

/** A day begins when the clocks there say so. */
function instantsOf({ first, after }: Days, timeZone: string): Days {
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
  /** Written as the columns are. */
  readonly span: Days;
  readonly isDay: boolean;
}

type CalendarSlice = Pick<CalendarRecords, 'entries' | 'more' | 'partly'>;

async function lookThrough(looking: CalendarSearch, limit: number): Promise<CalendarSlice> {
  const { view, question } = looking;
  const { filter, sort } = asking(looking);
  const see = view.see();
  const entries: VisibleCalendarEntry[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < MOST_SCANNED; looked += AT_ONCE) {
    const page = await view.records.find({ filter, sort, cursor, limit: AT_ONCE, onwardOnly: true });
    for (const record of await see(page.documents)) {
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

/**
 * What the read model is asked: by the columns that are visible in every record, and by no others. Which records it found would
 * tell what is in them.
 */
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
  // The latest first: of those that begin before these days, the latest last longest into them, as far as is known.
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

/** What is hidden is not in the record that is seen. */
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
