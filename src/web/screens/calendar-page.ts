import type { CalendarDay, CalendarEntry, CalendarPage } from '#views/view-models/calendar.js';
import type { Formats } from '#views/format.js';
import { formatDisplayValue } from '#views/parts/display-value.js';
import {
  findNeighbouringSpanStart,
  findShownDays,
  type CalendarSpan,
} from '#query-handling/calendar/calendar-days.js';
import type {
  VisibleCalendarEntry as Found,
  CalendarRecords,
} from '#query-handling/calendar/calendar-records.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import type { CalendarFields, Entity, Screen, Specification } from '#specification/model/specification.js';
import { writeCalendarAddress, type CalendarAddress } from '../addresses/calendar-address.js';
import { feedHref, listHref, newHref, recordHref, screenHref } from '../addresses/page-addresses.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { displayRecordName } from '../display/record-name.js';
import {
  createColumnDisplay,
  daysUntilDue,
  getStateTitle,
  type DisplayContext,
} from '../display/display-value.js';
import type { Translate } from '#views/messages/translate.js';

export interface CalendarPageSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly calendar: CalendarFields;
  readonly address: CalendarAddress;
  readonly found: CalendarRecords;
  readonly readsEvery: boolean;
  readonly mayOpen: boolean;
  /** ISO 8601. */ readonly now: string;
  readonly t: Translate;
  readonly formats: Formats;
}

/** Per day of a month; a week shows all. */
const MOST_ON_A_DAY = 4;

export function presentCalendar(dating: CalendarPageSource): Omit<CalendarPage, 'frame' | 'help'> {
  const { specification, entity, screen, address, found, readsEvery, mayOpen, t } = dating;
  const { span, today } = address;
  const path = screenHref(specification, screen);
  const beside = (towards: 1 | -1) => {
    const day = findNeighbouringSpanStart(span, towards);
    return day === undefined ? undefined : writeCalendarAddress(path, span.unit, day);
  };
  const middle = isIn(span, today) ? today : span.first;
  return {
    heading: screen.title,
    unit: span.unit,
    first: span.first,
    previous: beside(-1),
    next: beside(1),
    today: writeCalendarAddress(path, span.unit, today),
    month: writeCalendarAddress(path, 'month', middle),
    week: writeCalendarAddress(path, 'week', middle),
    list: listHref(specification, entity.key),
    feed: feedHref(specification, screen),
    weeks: weeksOf(dating, path),
    count: found.entries.length,
    notes: notesOf(dating),
    partly: !readsEvery,
    ...(mayOpen && {
      open: {
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
      },
    }),
  };
}

const isIn = ({ unit, first, days }: CalendarSpan, day: string): boolean =>
  unit === 'month' ? day.startsWith(first.slice(0, 7)) : days.includes(day);

/** Depend on permissions and totals only, never on hidden values. */
function notesOf({
  specification,
  entity,
  found: { more, partly },
  t,
}: CalendarPageSource): readonly string[] {
  return [
    ...(more ? [t('calendar.moreThanShown')] : []),
    ...(partly
      ? [
          t('calendar.onlySome', {
            entities: entityInSentence(entity.plural, specification, t),
            count: 5_000,
          }),
        ]
      : []),
  ];
}

function weeksOf(dating: CalendarPageSource, path: string): CalendarPage['weeks'] {
  const { specification, address, found } = dating;
  const { span, today } = address;
  const placed = found.entries.map((entry) => ({
    entry,
    ...findShownDays(entry, found.isDay, specification.timeZone),
  }));
  const days = span.days.map((day): CalendarDay => {
    const on = placed.filter(({ first, last }) => first <= day && day <= last);
    const shown = span.unit === 'week' || on.length <= MOST_ON_A_DAY ? on : on.slice(0, MOST_ON_A_DAY - 1);
    return {
      day,
      isToday: day === today,
      isBeside: span.unit === 'month' && !day.startsWith(span.first.slice(0, 7)),
      entries: shown.map(({ entry, first }) => entryOf(entry, first === day, dating)),
      more: on.length - shown.length,
      href: writeCalendarAddress(path, 'week', day),
    };
  });
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

function entryOf({ record, from }: Found, begins: boolean, dating: CalendarPageSource): CalendarEntry {
  const { specification, entity, found } = dating;
  return {
    id: record.id,
    href: recordHref(specification, entity.key, record.id),
    ...labelCalendarEntry(record, dating),
    ...(!found.isDay && begins && { at: from }),
    ...daysUntilDue({ key: dating.calendar.from }, record, dating),
    ...(entity.lifecycle.declared && {
      state: {
        title: getStateTitle(entity, record.state),
        tone: getLifecyclePresentation(entity).stateTone(record.state),
      },
    }),
  };
}

type CalendarNaming = Pick<CalendarPageSource, 'specification' | 'entity' | 'calendar' | 't' | 'formats'> & {
  readonly found: Pick<CalendarRecords, 'names'>;
};

/** Falls back to number and title. */
export function labelCalendarEntry(
  record: Found['record'],
  { specification, entity, calendar, found, t, formats }: CalendarNaming,
): Pick<CalendarEntry, 'label' | 'hidden'> {
  const words: DisplayContext = { specification, names: found.names, t };
  const shown =
    calendar.label === undefined ? undefined : createColumnDisplay(calendar.label, entity, words)(record);
  if (shown?.hidden) return { label: '', hidden: true };
  const own = shown && shown.value !== null ? formatDisplayValue(shown, formats, t) : '';
  return { label: own || displayRecordName(record) || entity.title, hidden: false };
}
