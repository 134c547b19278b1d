// From stored values to text in the reader's language and time zone. Pure; nothing here throws on odd data.
import { hasEarlyYear } from '../src/specification/values/format-value.js';
import { chooseDisplayLocale } from '../src/specification/numbers/display-locale.js';
import { formatUnits } from '../src/specification/model/stored-value.js';
import { memoize } from '../src/specification/memoize.js';

/** A length of time in whole units. */
export interface TimeSpan {
  readonly amount: number;
  readonly unit: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';
}

/** Formatters of one locale and time zone. All take stored values (see value.ts) and return what people read. */
export interface Formats {
  /** `units`: integer in units of 10^-places. */
  number(units: number, places: number): string;
  money(units: number, places: number, currency: string): string;
  /** 'YYYY-MM-DD' → "20 Nov 2026". Days and moments of years of fewer than four digits stay as they are stored. */
  date(day: string): string;
  /** Instant → "20 Nov 2026, 11:00". */
  dateTime(instant: string): string;
  /** `local`: as a form holds it, `2026-11-20T10:00`; it stays in its zone. */
  localDateTime(local: string): string;
  /** Instant → "11:00". */
  time(instant: string): string;
  /** Instant → "Friday, 20 November 2026". */
  dayHeading(instant: string): string;
  /** 'YYYY-MM-DD' → "Friday, 20 November 2026". */
  dayName(day: string): string;
  /** 'YYYY-MM-DD' → "Fri". */
  weekday(day: string): string;
  /** 'YYYY-MM-DD' → "November 2026". */
  monthName(day: string): string;
  /** Instant → '2026-11-20', the day it falls on here. */
  day(instant: string): string;
  /** An exact decimal text of any size: "12345678901234567890.50". */
  exact(decimal: string, places: number, currency?: string): string;
  /** A period that begins on the day: "Nov 2026", "Q4 2026". */
  period(first: string, unit: 'day' | 'week' | 'month' | 'quarter' | 'year'): string;
  /** A number on an axis, in few letters: "12K". */
  short(number: number): string;
  /** A length of time: "3 days". */
  span(span: TimeSpan): string;
  /** Milliseconds in their two largest units: "2 days 4 hours". */
  duration(milliseconds: number): string;
  /** Days from today: "tomorrow", "in 3 days". */
  inDays(days: number): string;
  /** So long ago: "3 days ago", "yesterday". */
  ago(span: TimeSpan): string;
  /** A count: "1,434". */
  count(number: number): string;
}

/** Those of one locale and time zone take 17 ms to make and fill 300 KB; people choose their own, so that there may be many. */
const MOST_KEPT = 50;

const formatsOf = memoize((key) => {
  const [locale = '', timeZone = ''] = key.split('\n');
  return make(chooseDisplayLocale(locale), usableZone(timeZone));
}, MOST_KEPT);

export const formatsFor = (locale: string, timeZone: string): Formats => formatsOf(`${locale}\n${timeZone}`);

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
  // Periods and months are those of the Gregorian calendar, whichever one days are written in.
  const gregorian = new Intl.Locale(locale, { calendar: 'gregory' }).toString();
  const month = ofDay({ month: 'short', year: 'numeric' }, gregorian);
  const week = weekWriter(new Intl.DateTimeFormat(gregorian, { dateStyle: 'medium', timeZone: 'UTC' }));
  const isoDay = ofInstant({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA');
  const spans = unitNumbers(locale);
  const spanText = ({ amount, unit }: TimeSpan) => spans(unit)(exactText(amount, 0));
  const together = new Intl.ListFormat(locale, { type: 'unit', style: 'narrow' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
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

/** The largest unit that is filled and the next smaller one, if there is any of it; rounded down. */
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
  // A four-digit number is as often a year or a room as an amount: it stays together.
  if (currency === '') return new Intl.NumberFormat(locale, { ...digits, useGrouping: 'min2' });
  try {
    return new Intl.NumberFormat(locale, { ...digits, style: 'currency', currency });
  } catch {
    return new Intl.NumberFormat(locale, digits);
  }
}

/** Intl takes the text without rounding through a float. */
function exactText(units: number, places: number): Intl.StringNumericLiteral {
  return Number.isInteger(units) ? formatUnits(units, places) : (String(units) as Intl.StringNumericLiteral);
}

/** The same moments stand on many pages. What is none stays as it is. `time`: of the day, where the text says the day alone. */
function dateWriter(format: Intl.DateTimeFormat, time = ''): (text: string) => string {
  return memoize((text) => {
    const milliseconds = Date.parse(`${text}${time}`);
    return Number.isNaN(milliseconds) || hasEarlyYear(text) ? text : format.format(milliseconds);
  });
}

const SIX_DAYS = 6 * 86_400_000;

/** The day on which a week begins → “23–29 Nov 2026”. */
function weekWriter(format: Intl.DateTimeFormat): (first: string) => string {
  return memoize((first) => {
    const begins = Date.parse(`${first}T00:00:00Z`);
    return Number.isNaN(begins) || hasEarlyYear(first)
      ? first
      : format.formatRange(begins, begins + SIX_DAYS);
  });
}

/** Two letters for a person without a picture. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}
