// Days and moments. A moment typed without a time zone is one of the specification's; stored ones are UTC.
import { phrase } from '../refusal-words/message-parameters.js';
import { Temporal } from 'temporal-polyfill';
import { CalendarDate, isDate, isInstant } from '../values/calendar-date.js';
import { readDay, readMoment, writeDay } from '../values/written-day.js';
import { TIMESTAMP } from '../values/type-names.js';
import { dayText, momentText } from '../values/format-value.js';
import type { Field } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, value, wrongType, type ParseContext, type ParseResult } from './parse-result.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AS_STORED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
// Temporal takes the inserted second 60 for 59, which is another moment.
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function readDate(_: Field, raw: unknown, { locale }: ParseContext): ParseResult {
  const wrong = notADate(locale);
  if (typeof raw !== 'string') return wrong;
  const text = raw.trim();
  if (text === '') return EMPTY;
  const day = DAY.test(text) || locale === undefined ? text : readDay(text, locale);
  return day !== undefined && DAY.test(day) && orUndefined(() => Temporal.PlainDate.from(day))
    ? value(day)
    : wrong;
}

function readDateTime(_: Field, raw: unknown, { timeZone, locale }: ParseContext): ParseResult {
  if (typeof raw !== 'string') return notAMoment(locale);
  const text = raw.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (text === '') return EMPTY;
  const local = LOCAL.test(text) ? text : locale === undefined ? undefined : readMoment(text, locale);
  const instant = instantOf(text) ?? (local && localInstant(local, timeZone));
  return instant === undefined ? notAMoment(locale) : value(instant);
}

/** A moment with a time zone, as it is stored: UTC with milliseconds. undefined: it is none. */
export function instantOf(text: string): string | undefined {
  // A history is read again and again, and nearly always it is stored like this already.
  if (AS_STORED.test(text) && isMoment(text)) return text;
  return INSTANT.test(text) ? orUndefined(() => stored(Temporal.Instant.from(text))) : undefined;
}

/** Of a text in the stored form: `Date` rolls over what there is not, and says so by another text. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Times the clocks jump over do not exist; of those they pass twice, the first is meant. */
function localInstant(text: string, timeZone: string): string | undefined {
  return orUndefined(() => {
    const local = Temporal.PlainDateTime.from(text);
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
    return zoned.toPlainDateTime().equals(local) ? stored(zoned.toInstant()) : undefined;
  });
}

/** The same form as `Date.prototype.toISOString`; years beyond four digits are not stored. */
function stored(instant: Temporal.Instant): string | undefined {
  const text = new Date(instant.epochMilliseconds).toISOString();
  return DAY.test(text.slice(0, 10)) ? text : undefined;
}

/** Temporal says by a RangeError that there is no such day. */
function orUndefined<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const EXAMPLE = '2026-11-20';
const exampleIn = (locale: string | undefined) =>
  locale === undefined ? EXAMPLE : writeDay(EXAMPLE, locale);
const notADate = (locale: string | undefined) => wrongType(phrase('type.day'), exampleIn(locale));
const notAMoment = (locale: string | undefined) =>
  wrongType(phrase('type.moment'), `${exampleIn(locale)} 10:00`);

export const date: FieldTypeDefinition = {
  name: 'date',
  holds: 'value',
  literal: (_, shown, source) => (isPlain(shown) && isDate(source) ? source : undefined),
  cel: () => 'date',
  toCel: () => (stored) =>
    typeof stored === 'string' && isDate(stored) ? new CalendarDate(stored) : undefined,
  known: (_, value) => (value instanceof CalendarDate ? value.iso : undefined),
  isOrdered: true,
  text: (_, stored, manner) => dayText(stored, manner),
  read: readDate,
  isDay: true,
  filter: 'dates',
  isSorted: true,
};

export const dateTime: FieldTypeDefinition = {
  name: 'dateTime',
  holds: 'value',
  literal: (_, shown, source) =>
    isPlain(shown) && isInstant(source) ? new Date(source).toISOString() : undefined,
  cel: () => TIMESTAMP,
  toCel: () => asInstant,
  known: (_, value) => (value instanceof Date ? value.toISOString() : undefined),
  isOrdered: true,
  text: (_, stored, manner) => momentText(new Date(stored), manner),
  read: readDateTime,
  isMoment: true,
  filter: 'dates',
  isSorted: true,
  typed: (stored, { timeZone }) => localTime(stored, timeZone),
};

const isPlain = (shown: unknown): boolean => typeof shown !== 'boolean' && typeof shown !== 'number';

export function asInstant(stored: unknown): unknown {
  if (typeof stored !== 'string') return undefined;
  const time = new Date(stored);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/**
 * The local time to the minute, and more exactly only where the instant is; with its offset in the hour that the clocks pass twice, and
 * where there is no such local time. A value that is no moment is written as it is.
 */
function localTime(text: string, timeZone: string): string {
  const instant = instantOf(text);
  if (instant === undefined) return text;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const exact = zoned.toPlainDateTime().toString();
  if (!LOCAL.test(exact)) return text;
  if (localInstant(exact, timeZone) !== instant) return zoned.toString({ timeZoneName: 'never' });
  return exact.endsWith(':00') && exact.length === 19 ? exact.slice(0, 16) : exact;
}
