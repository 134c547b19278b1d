// `?month=2026-11`, `?week=2026-11-23`
import type { Translate } from '#views/messages/translate.js';
import {
  findDayAt,
  findSpanAround,
  type CalendarSpan,
  type CalendarUnit,
} from '#query-handling/calendar/calendar-days.js';

export interface CalendarAddress {
  readonly span: CalendarSpan;
  readonly today: string;
  /** Messages about ignored parameters. */
  readonly ignored: readonly string[];
}

/** Defaults to the current month. */
export function readCalendarAddress(
  query: URLSearchParams,
  { now, timeZone, t }: { readonly now: string; readonly timeZone: string; readonly t: Translate },
): CalendarAddress {
  const today = findDayAt(now, timeZone);
  const [week, month] = [query.get('week'), query.get('month')];
  const unit: CalendarUnit = week === null ? 'month' : 'week';
  const period = week ?? month;
  const day = unit === 'month' && period !== null ? `${period}-01` : period;
  const span = day === null ? undefined : findSpanAround(unit, day);
  const wrong = unit === 'month' ? 'filter.noMonth' : 'filter.noWeek';
  const ignored = period !== null && !span ? [t(wrong, { text: period.slice(0, 40) })] : [];
  return { span: span ?? findSpanAround(unit, today)!, today, ignored };
}

export const writeCalendarAddress = (path: string, unit: CalendarUnit, day: string): string =>
  `${path}?${unit}=${unit === 'month' ? day.slice(0, 7) : day}`;
