// iCalendar (RFC 5545) from the previous month on, for a year.
import { Temporal } from 'temporal-polyfill';
import { RecordRef } from '#domain/stream-names.js';
import { findDayAt, findNextDay } from '#query-handling/calendar/calendar-days.js';
import {
  ListCalendarRecords,
  type VisibleCalendarEntry,
  type CalendarRecords,
} from '#query-handling/calendar/calendar-records.js';
import { createOutdatedHeaderAndMember } from '../json/outdated-header.js';
import type { QueryContext } from '../requests/request-context.js';
import { labelCalendarEntry } from './calendar-page.js';
import type { RecordRequest } from '../requests/record-request.js';
import { recordHref } from '../addresses/page-addresses.js';
import { textBody, type Answer } from '../rendering/answers.js';
import { generateICalendar, type FeedEntry } from './icalendar-feed.js';
import { requireVisibleScreen } from './require-visible-screen.js';

const AT_MOST = 2_000;

/** Same permissions as the calendar page. Throws `Refused` if the viewer may read no records of the entity. */
export async function sendCalendarFeed(
  { queries, sources }: QueryContext,
  recordRequest: RecordRequest,
  site: string,
): Promise<Answer> {
  const { published, specification, entity, viewer, t, formats } = recordRequest;
  const now = sources.now();
  const screen = requireVisibleScreen(recordRequest, now);
  const question = { published, entity, viewer, where: screen.where, calendar: screen.calendar! };
  const found = await queries.execute(
    new ListCalendarRecords(question, yearAround(now, specification.timeZone), AT_MOST),
  );
  const naming = { specification, entity, calendar: screen.calendar!, found, t, formats };
  const { key } = specification;
  const { headers, members } = createOutdatedHeaderAndMember(found.outdated);
  const { outdated } = members;
  const notes = [
    ...(found.more || found.partly ? [t('calendar.feedHasMore')] : []),
    ...(outdated ? [t('calendar.feedOutdated', { count: outdated.length })] : []),
  ];
  const feed = {
    name: `${specification.name}: ${screen.title}`,
    product: key,
    ...(notes.length > 0 && { description: notes.join(' ') }),
  };
  function* entries(): Iterable<FeedEntry> {
    for (const entry of found.entries) {
      const { id, changedAt } = entry.record;
      const { label, hidden } = labelCalendarEntry(entry.record, naming);
      yield {
        id: RecordRef.of({ application: key, entity: entity.key, id }).name,
        ...timesOf(entry, found),
        stamp: new Date(changedAt),
        summary: hidden ? entity.title : label,
        url: site + recordHref(specification, entity.key, id),
      };
    }
  }
  const body = {
    type: 'text/calendar; charset=utf-8',
    disposition: `inline; filename="${key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}.ics"`,
    pieces: generateICalendar(feed, entries()),
  };
  return textBody(body, { headers });
}

function timesOf({ from, until = from }: VisibleCalendarEntry, { isDay }: Pick<CalendarRecords, 'isDay'>) {
  // Zero-length events have no DTEND (RFC 5545, 3.8.2.2).
  if (!isDay) return { start: new Date(from), ...(until > from && { end: new Date(until) }) };
  const midnight = (day: string) => new Date(`${day}T00:00:00Z`);
  return {
    start: midnight(from.slice(0, 10)),
    end: midnight(findNextDay((until > from ? until : from).slice(0, 10))),
    allDay: true,
  };
}

function yearAround(now: string, timeZone: string) {
  const month = Temporal.PlainDate.from(findDayAt(now, timeZone)).with({ day: 1 });
  return { first: month.subtract({ months: 1 }).toString(), after: month.add({ months: 13 }).toString() };
}
