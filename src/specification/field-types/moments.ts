// Days and moments. A moment typed without a time zone is one of the specification's; stored ones are UTC.
import { createPhrase } from '../refusal-words/message-parameters.js';
import { Temporal } from 'temporal-polyfill';
import { CalendarDate, isDate, isInstant } from '../values/calendar-date.js';
import { readDay, readMoment, writeDay } from '../values/written-day.js';
import { TIMESTAMP } from '../values/type-names.js';
import { formatDay, formatMoment } from '../values/format-value.js';
import type { Field } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectType, type ParseContext, type ParseResult } from './parse-result.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AS_STORED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
// Temporal takes the inserted second 60 for 59, which is another moment.
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function readDate(_: Field, raw: unknown, { locale }: ParseContext): ParseResult {
  const wrong = rejectDate(locale);
  if (typeof raw !== 'string') return wrong;
  const text = raw.trim();
  if (text === '') return EMPTY;
  const day = DAY.test(text) || locale === undefined ? text : readDay(text, locale);
  return day !== undefined && DAY.test(day) && ignoreRangeError(() => Temporal.PlainDate.from(day))
    ? acceptValue(day)
    : wrong;
}

function readDateTime(_: Field, raw: unknown, { timeZone, locale }: ParseContext): ParseResult {
  if (typeof raw !== 'string') return rejectMoment(locale);
  const text = raw.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (text === '') return EMPTY;
  const local = LOCAL.test(text) ? text : locale === undefined ? undefined : readMoment(text, locale);
  const instant = parseInstant(text) ?? (local && parseLocalInstant(local, timeZone));
  return instant === undefined ? rejectMoment(locale) : acceptValue(instant);
}

/** A moment with a time zone, as it is stored: UTC with milliseconds. undefined: it is none. */
export function parseInstant(text: string): string | undefined {
  // A history is read again and again, and nearly always it is stored like this already.
  if (AS_STORED.test(text) && isMoment(text)) return text;
  return INSTANT.test(text)
    ? ignoreRangeError(() => formatStoredInstant(Temporal.Instant.from(text)))
    : undefined;
}

/** `Date` rolls over invalid days, so the text is compared after a round trip. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Times the clocks jump over do not exist; of those they pass twice, the first is meant. */
function parseLocalInstant(text: string, timeZone: string): string | undefined {
  return ignoreRangeError(() => {
    const local = Temporal.PlainDateTime.from(text);
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
    return zoned.toPlainDateTime().equals(local) ? formatStoredInstant(zoned.toInstant()) : undefined;
  });
}

/** The same form as `Date.prototype.toISOString`; years beyond four digits are not stored. */
function formatStoredInstant(instant: Temporal.Instant): string | undefined {
  const text = new Date(instant.epochMilliseconds).toISOString();
  return DAY.test(text.slice(0, 10)) ? text : undefined;
}

/** Temporal throws a RangeError for invalid days. */
function ignoreRangeError<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const EXAMPLE = '2026-11-20';
const formatExample = (locale: string | undefined) =>
  locale === undefined ? EXAMPLE : writeDay(EXAMPLE, locale);
const rejectDate = (locale: string | undefined) =>
  rejectType(createPhrase('type.day'), formatExample(locale));
const rejectMoment = (locale: string | undefined) =>
  rejectType(createPhrase('type.moment'), `${formatExample(locale)} 10:00`);

export const dateType: FieldTypeDefinition = {
  name: 'date',
  holds: 'value',
  literal: (_, shown, source) => (isPlain(shown) && isDate(source) ? source : undefined),
  cel: () => 'date',
  toCel: () => (stored) =>
    typeof stored === 'string' && isDate(stored) ? new CalendarDate(stored) : undefined,
  known: (_, value) => (value instanceof CalendarDate ? value.iso : undefined),
  isOrdered: true,
  text: (_, stored, manner) => formatDay(stored, manner),
  read: readDate,
  isDay: true,
  filter: 'dates',
  isSorted: true,
};

export const dateTimeType: FieldTypeDefinition = {
  name: 'dateTime',
  holds: 'value',
  literal: (_, shown, source) =>
    isPlain(shown) && isInstant(source) ? new Date(source).toISOString() : undefined,
  cel: () => TIMESTAMP,
  toCel: () => toExpressionInstant,
  known: (_, value) => (value instanceof Date ? value.toISOString() : undefined),
  isOrdered: true,
  text: (_, stored, manner) => formatMoment(new Date(stored), manner),
  read: readDateTime,
  isMoment: true,
  filter: 'dates',
  isSorted: true,
  typed: (stored, { timeZone }) => formatLocalTime(stored, timeZone),
};

const isPlain = (shown: unknown): boolean => typeof shown !== 'boolean' && typeof shown !== 'number';

export function toExpressionInstant(stored: unknown): unknown {
  if (typeof stored !== 'string') return undefined;
  const time = new Date(stored);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/**
 * The local time to the minute, and more exactly only where the instant is; with its offset in the hour that the clocks pass twice, and
 * where there is no such local time. A value that is no moment is written as it is.
 */
function formatLocalTime(text: string, timeZone: string): string {
  const instant = parseInstant(text);
  if (instant === undefined) return text;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const exact = zoned.toPlainDateTime().toString();
  if (!LOCAL.test(exact)) return text;
  if (parseLocalInstant(exact, timeZone) !== instant) return zoned.toString({ timeZoneName: 'never' });
  return exact.endsWith(':00') && exact.length === 19 ? exact.slice(0, 16) : exact;
}
