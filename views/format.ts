// Pure, and tolerant of malformed data.
import { isBeforeYear1000 } from '../src/specification/values/format-by-locale.js';
import { chooseDisplayLocale } from '../src/specification/numbers/choose-display-locale.js';
import { formatUnits } from '../src/specification/model/stored-value.js';
import { memoize } from '../src/specification/memoize.js';

export interface TimeSpan {
  readonly amount: number;
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
}

export interface Formats {
  /** Integer in units of 10^-places. */
  number(units: number, places: number): string;
  money(units: number, places: number, currency: string): string;
  /** "20 Nov 2026"; years below 1000 stay as stored. */
  date(day: string): string;
  /** "20 Nov 2026, 11:00" */
  dateTime(instant: string): string;
  /** `2026-11-20T10:00`, without zone conversion. */
  localDateTime(local: string): string;
  /** "11:00" */
  time(instant: string): string;
  /** "Friday, 20 November 2026" */
  dayHeading(instant: string): string;
  /** "Friday, 20 November 2026" */
  dayName(day: string): string;
  /** "Fri" */
  weekday(day: string): string;
  /** "November 2026" */
  monthName(day: string): string;
  /** '2026-11-20' in local time. */
  day(instant: string): string;
  /** Arbitrary size: "12345678901234567890.50". */
  exact(decimal: string, places: number, currency?: string): string;
  /** "Nov 2026", "Q4 2026" */
  period(first: string, unit: 'day' | 'week' | 'month' | 'quarter' | 'year'): string;
  /** "12K" */
  short(number: number): string;
  /** "3 days" */
  span(span: TimeSpan): string;
  /** Two largest units: "2 days 4 hours". */
  duration(milliseconds: number): string;
  /** "tomorrow", "in 3 days" */
  inDays(days: number): string;
  /** "3 days ago", "yesterday" */
  ago(span: TimeSpan): string;
  /** 0.124 → "12.4%" */
  percent(share: number): string;
  /** "1,434" */
  count(number: number): string;
}

/** Creating one takes 17 ms and 300 KB. */
const MAX_CACHED = 50;

const formatsOf = memoize((key) => {
  const [locale = '', timeZone = ''] = key.split('\n');
  return make(chooseDisplayLocale(locale), usableZone(timeZone));
}, MAX_CACHED);

export const createFormats = (locale: string, timeZone: string): Formats =>
  formatsOf(`${locale}\n${timeZone}`);

function usableZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

function make(locale: string, timeZone: string): Formats {
  const ofDay = (options: Intl.DateTimeFormatOptions, of = locale) =>
    dateWriter(new Intl.DateTimeFormat(of, { ...options, timeZone: 'UTC' }), 'T00:00:00Z');
  const ofInstant = (options: Intl.DateTimeFormatOptions, of = locale) =>
    dateWriter(new Intl.DateTimeFormat(of, { ...options, timeZone }));
  const number = numbers(locale);
  const date = ofDay({ dateStyle: 'medium' });
  // Periods are Gregorian, whatever calendar dates use.
  const gregorian = new Intl.Locale(locale, { calendar: 'gregory' }).toString();
  const month = ofDay({ month: 'short', year: 'numeric' }, gregorian);
  const week = weekWriter(new Intl.DateTimeFormat(gregorian, { dateStyle: 'medium', timeZone: 'UTC' }));
  const isoDay = ofInstant({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
  const spans = unitNumbers(locale);
  const spanText = ({ amount, unit }: TimeSpan) => spans(unit)(exactText(amount, 0));
  const together = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const short = new Intl.NumberFormat(locale, { notation: 'compact' });
  return {
    number: (units, places) => number(places)(exactText(units, places)),
    money: (units, places, currency) => number(places, currency)(exactText(units, places)),
    date,
    dateTime: ofInstant({ dateStyle: 'medium', timeStyle: 'short' }),
    localDateTime: dateWriter(
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
      'Z',
    ),
    time: ofInstant({ timeStyle: 'short' }),
    dayHeading: ofInstant({ dateStyle: 'full' }),
    dayName: ofDay({ dateStyle: 'full' }),
    weekday: ofDay({ weekday: 'short' }),
    monthName: ofDay({ month: 'long', year: 'numeric' }, gregorian),
    day: (instant) => isoDay(instant).slice(0, 10),
    exact: (text, places, currency) => number(places, currency)(text as Intl.StringNumericLiteral),
    period: (first, unit) => periodText(first, unit, { day: date, week, month }),
    short: (value) => short.format(value),
    span: spanText,
    duration: (milliseconds) => together.format(partsOf(milliseconds).map(spanText)),
    inDays: (days) => relative.format(days, 'day'),
    ago: ({ amount, unit }) => relative.format(-amount, unit),
    percent: (share) => percent.format(share),
    count: (count) => number(0)(exactText(count, 0)),
  };
}

function periodText(
  first: string,
  unit: Parameters<Formats['period']>[1],
  { day, week, month }: Readonly<Record<'day' | 'week' | 'month', (text: string) => string>>,
): string {
  if (unit === 'day') return day(first);
  if (unit === 'week') return week(first);

  if (unit === 'month') return month(first);
  const year = first.slice(0, 4);
  return unit === 'year' ? year : `Q${Math.ceil(Number(first.slice(5, 7)) / 3)} ${year}`;
}

function numbers(locale: string) {
  const made = new Map<string, NumberWriter>();
  return (places: number, currency = ''): NumberWriter => {
    const key = `${places} ${currency}`;
    let write = made.get(key);
    if (!write) made.set(key, (write = numberWriter(numberFormat(locale, places, currency))));
    return write;
  };
}

const LENGTHS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function partsOf(milliseconds: number): readonly TimeSpan[] {
  const first = LENGTHS.findIndex(([, length]) => milliseconds >= length);
  if (first < 0) return [{ amount: 0, unit: 'second' }];
  const [unit, length] = LENGTHS[first]!;
  const whole = { amount: Math.floor(milliseconds / length), unit };
  const next = LENGTHS[first + 1];
  const rest = next ? Math.floor((milliseconds % length) / next[1]) : 0;
  return rest > 0 ? [whole, { amount: rest, unit: next![0] }] : [whole];
}

function unitNumbers(locale: string) {
  const made = new Map<TimeSpan['unit'], NumberWriter>();
  return (unit: TimeSpan['unit']): NumberWriter => {
    let write = made.get(unit);
    if (!write) {
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' });
      made.set(unit, (write = numberWriter(format)));
    }
    return write;
  };
}

type NumberWriter = (number: Intl.StringNumericLiteral) => string;

const numberWriter = (format: Intl.NumberFormat): NumberWriter =>
  memoize((text) => format.format(text as Intl.StringNumericLiteral));

function numberFormat(locale: string, places: number, currency: string): Intl.NumberFormat {
  const digits = { minimumFractionDigits: places, maximumFractionDigits: places };
  // Four-digit integers stay ungrouped, since they are often years or rooms.
  if (currency === '') return new Intl.NumberFormat(locale, { ...digits, useGrouping: 'min2' });
  try {
    return new Intl.NumberFormat(locale, { ...digits, style: 'currency', currency });
  } catch {
    return new Intl.NumberFormat(locale, digits);
  }
}

/** Text avoids rounding by floats. */
function exactText(units: number, places: number): Intl.StringNumericLiteral {
  return Number.isInteger(units) ? formatUnits(units, places) : (String(units) as Intl.StringNumericLiteral);
}

/** Cached; returns invalid values unchanged. `time`: appended to dates. */
function dateWriter(format: Intl.DateTimeFormat, time = ''): (text: string) => string {
  return memoize((text) => {
    const milliseconds = Date.parse(`${text}${time}`);
    return Number.isNaN(milliseconds) || isBeforeYear1000(text) ? text : format.format(milliseconds);
  });
}

const SIX_DAYS = 6 * 86_400_000;

/** “23–29 Nov 2026” */
function weekWriter(format: Intl.DateTimeFormat): (first: string) => string {
  return memoize((first) => {
    const begins = Date.parse(`${first}T00:00:00Z`);
    return Number.isNaN(begins) || isBeforeYear1000(first)
      ? first
      : format.formatRange(begins, begins + SIX_DAYS);
  });
}

export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
