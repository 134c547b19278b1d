// In the specification's time zone unless given; stored in UTC.
import { createPhrase } from '../refusal-words/phrases.js';
import { Temporal } from 'temporal-polyfill';
import { CalendarDate, isDate, isInstant } from '../values/calendar-date.js';
import { parseLocalizedDay, parseLocalizedMoment, formatLocalizedDay } from '../values/localized-day.js';
import { CEL_TIMESTAMP_TYPE } from '../values/cel-type-names.js';
import { formatDay, formatMoment } from '../values/format-by-locale.js';
import type { Field } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectType, type ParseContext, type ParseResult } from './parse-result.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const AS_STORED = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
// Temporal reads the leap second 60 as 59.
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

function readDate(_: Field, raw: unknown, { locale }: ParseContext): ParseResult {
  const wrong = rejectDate(locale);
  if (typeof raw !== 'string') return wrong;
  const text = raw.trim();
  if (text === '') return EMPTY;
  const day = DAY.test(text) || locale === undefined ? text : parseLocalizedDay(text, locale);
  return day !== undefined && DAY.test(day) && ignoreRangeError(() => Temporal.PlainDate.from(day))
    ? acceptValue(day)
    : wrong;
}

function readDateTime(_: Field, raw: unknown, { timeZone, locale }: ParseContext): ParseResult {
  if (typeof raw !== 'string') return rejectMoment(locale);
  const text = raw.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T');
  if (text === '') return EMPTY;
  const local = LOCAL.test(text)
    ? text
    : locale === undefined
      ? undefined
      : parseLocalizedMoment(text, locale);
  const instant = parseInstant(text) ?? (local && parseLocalInstant(local, timeZone));
  return instant === undefined ? rejectMoment(locale) : acceptValue(instant);
}

/** undefined: no time zone, or invalid. */
export function parseInstant(text: string): string | undefined {
  if (AS_STORED.test(text) && isMoment(text)) return text;
  return INSTANT.test(text)
    ? ignoreRangeError(() => formatStoredInstant(Temporal.Instant.from(text)))
    : undefined;
}

/** `Date` rolls over invalid days. */
function isMoment(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Skipped times are invalid; repeated ones mean the first. */
function parseLocalInstant(text: string, timeZone: string): string | undefined {
  return ignoreRangeError(() => {
    const local = Temporal.PlainDateTime.from(text);
    const zoned = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' });
    return zoned.toPlainDateTime().equals(local) ? formatStoredInstant(zoned.toInstant()) : undefined;
  });
}

function formatStoredInstant(instant: Temporal.Instant): string | undefined {
  const text = new Date(instant.epochMilliseconds).toISOString();
  return DAY.test(text.slice(0, 10)) ? text : undefined;
}

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
  locale === undefined ? EXAMPLE : formatLocalizedDay(EXAMPLE, locale);
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
  cel: () => CEL_TIMESTAMP_TYPE,
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

/** Written to the minute unless more exact; with the offset in a repeated hour. */
function formatLocalTime(text: string, timeZone: string): string {
  const instant = parseInstant(text);
  if (instant === undefined) return text;
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const exact = zoned.toPlainDateTime().toString();
  if (!LOCAL.test(exact)) return text;
  if (parseLocalInstant(exact, timeZone) !== instant) return zoned.toString({ timeZoneName: 'never' });
  return exact.endsWith(':00') && exact.length === 19 ? exact.slice(0, 16) : exact;
}
