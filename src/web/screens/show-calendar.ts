// Records by day as a page: a month, or a week.
import { createElement } from 'react';
import { CalendarPage } from '#views/pages/calendar.js';
import { canOpen } from '#domain/permissions.js';
import { listDays } from '#query-handling/calendar/calendar-days.js';
import { listCalendarRecords } from '#query-handling/calendar/calendar-records.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { readQuery } from '../addresses/page-addresses.js';
import { readCalendarAddress } from '../addresses/calendar-address.js';
import type { PageContext } from '../requests/request-context.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import { screenHelp } from '../display/specification-prose.js';
import { presentCalendar } from './calendar-page.js';
import type { RecordRequest } from '../requests/record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { rememberList } from './last-list.js';
import { requestedScreen } from './requested-screen.js';

const AT_MOST = 500;

/** Throws `Refused` where the viewer reads no such records. */
export async function showCalendar(
  { sources, frames, request, response }: PageContext,
  recordRequest: RecordRequest,
): Promise<void> {
  const { published, specification, entity, viewer, t, formats } = recordRequest;
  const now = sources.now();
  const screen = requestedScreen(recordRequest, now);
  const calendar = screen.calendar!;
  const address = readCalendarAddress(readQuery(request), { now, timeZone: specification.timeZone, t });
  const question = { published, entity, viewer, where: screen.where, calendar };
  const found = await listCalendarRecords(sources, question, listDays(address.span), AT_MOST);
  const rights = deriveReadRights({ specification, entity, viewer, now });
  const help = screenHelp(specification, viewer);
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
    readsEvery: rights.every,
    mayOpen: canOpen(entity, rights.actor),
  });
  const outdated = { ids: found.outdated, about: 'page' } as const;
  const framing = { title: screen.title, application: published, outdated };
  // Days are those of the application's time zone, and so are the times on them.
  const frame = {
    ...(await layoutWithWarnings(frames, request, framing, address.ignored)),
    timeZone: specification.timeZone,
  };
  rememberList(request, response, viewer);
  await sendPage(response, createElement(CalendarPage, { frame, help, ...shown }));
}
