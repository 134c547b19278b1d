// A calendar as programs subscribe to it: iCalendar (RFC 5545), from the month before this one on, for a year.
import { Temporal } from 'temporal-polyfill';
import { RecordRef } from '#domain/stream-names.js';
import { findDayAt, findNextDay } from '#query-handling/calendar/calendar-days.js';
import {
  listCalendarRecords,
  type VisibleCalendarEntry,
  type CalendarRecords,
} from '#query-handling/calendar/calendar-records.js';
import { markOutdated } from '../json/outdated-header.js';
import type { RequestContext } from '../requests/request-context.js';
import { entryLabel } from './calendar-page.js';
import type { RecordRequest } from '../requests/record-request.js';
import { recordHref } from '../addresses/page-addresses.js';
import { sendBody } from '../http/send-body.js';
import { calendarPieces, type FeedEntry } from './calendar-text.js';
import { requestedScreen } from './requested-screen.js';

const AT_MOST = 2_000;

/** Who asks sees in it what the calendar's pages would show them. Throws `Refused` where the viewer reads no such records. */
export async function sendFeed(exchange: RequestContext, recordRequest: RecordRequest): Promise<void> {
  const { sources, request, response, siteOf } = exchange;
  const { published, specification, entity, viewer, t, formats } = recordRequest;
  const now = sources.now();
  const screen = requestedScreen(recordRequest, now);
  const question = { published, entity, viewer, where: screen.where, calendar: screen.calendar! };
  const found = await listCalendarRecords(
    sources,
    question,
    yearAround(now, specification.timeZone),
    AT_MOST,
  );
  const naming = { specification, entity, calendar: screen.calendar!, found, t, formats };
  const { key } = specification;
  const { outdated } = markOutdated(response, found.outdated);
  const notes = [
    ...(found.more || found.partly ? [t('calendar.feedHasMore')] : []),
    ...(outdated ? [t('calendar.feedOutdated', { count: outdated.length })] : []),
  ];
  const feed = {
    name: `${specification.name}: ${screen.title}`,
    product: key,
    ...(notes.length > 0 && { description: notes.join(' ') }),
  };
  const site = siteOf(request);
  function* entries(): Iterable<FeedEntry> {
    for (const entry of found.entries) {
      const { id, changedAt } = entry.record;
      const { label, hidden } = entryLabel(entry.record, naming);
      yield {
        id: RecordRef.of({ application: key, entity: entity.key, id }).name,
        ...timesOf(entry, found),
        stamp: new Date(changedAt),
        summary: hidden ? entity.title : label,
        url: site + recordHref(specification, entity.key, id),
      };
    }
  }
  await sendBody(response, {
    type: 'text/calendar; charset=utf-8',
    disposition: `inline; filename="${key}${screen.path.replace(/[^A-Za-z0-9]+/g, '-')}.ics"`,
    pieces: calendarPieces(feed, entries()),
  });
}

/** A day is one wherever it is read; what ends on one ends with it. */
function timesOf({ from, until = from }: VisibleCalendarEntry, { isDay }: Pick<CalendarRecords, 'isDay'>) {
  // An event that ends as it begins has no end in iCalendar (RFC 5545, 3.8.2.2).
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
