import { CalendarPage } from '#views/pages/calendar.js';
import { canOpen } from '#domain/permissions.js';
import { getDayRange } from '#query-handling/calendar/calendar-days.js';
import { ListCalendarRecords } from '#query-handling/calendar/calendar-records.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { readCalendarAddress } from '../addresses/calendar-address.js';
import type { PageContext } from '../requests/request-context.js';
import { findScreenHelp } from '../display/find-screen-help.js';
import { presentCalendar } from './calendar-page.js';
import type { RecordRequest } from '../requests/record-request.js';
import { createLastListCookies } from './last-list.js';
import { requireVisibleScreen } from './require-visible-screen.js';
import { page, type Answer } from '../rendering/answers.js';

const AT_MOST = 500;

/** Throws `Refused` if the viewer may read no records of the entity. */
export async function showCalendar(
  { queries, sources, request }: PageContext,
  recordRequest: RecordRequest,
): Promise<Answer> {
  const { published, specification, entity, viewer, t, formats } = recordRequest;
  const now = sources.now();
  const screen = requireVisibleScreen(recordRequest, now);
  const calendar = screen.calendar!;
  const address = readCalendarAddress(request.query, { now, timeZone: specification.timeZone, t });
  const question = { published, entity, viewer, where: screen.where, calendar };
  const found = await queries.execute(new ListCalendarRecords(question, getDayRange(address.span), AT_MOST));
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const help = findScreenHelp(specification, viewer);
  const shown = presentCalendar({
    specification,
    entity,
    screen,
    calendar,
    address,
    found,
    now,
    t,
    formats,
    readsEvery: rights.canReadAll,
    mayOpen: canOpen(entity, rights.actor),
  });
  const outdated = { ids: found.outdated, about: 'page' } as const;
  const { timeZone } = specification;
  // Days and times are in the application's time zone.
  const framing = { title: screen.title, application: published, outdated, timeZone };
  const content = { ...framing, warnings: address.ignored };
  return page(CalendarPage, { help, ...shown }, content, { cookies: createLastListCookies(request, viewer) });
}
