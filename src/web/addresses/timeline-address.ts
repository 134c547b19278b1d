// Dates are days in the page's time zone, ends included.
import type { TimelineFilters } from '#query-handling/timeline/list-timeline.js';
import { HIDDEN_BY_DEFAULT, isEventKind, listTypesOfKind } from '#query-handling/timeline/event-kinds.js';
import type { TimelineFieldRef } from '#query-handling/timeline/changed-fields.js';
import type { RecordStepQuery } from '#query-handling/timeline/record-step-tests.js';
import type { TimeOfDay } from '#query-handling/timeline/time-of-day.js';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { CHOICE_SEARCH_INPUT, TIMELINE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { isRecordId } from '#domain/stream-names.js';
import { Temporal } from 'temporal-polyfill';
import { endOfDay, parseDay, startOfDay } from './filter-values.js';

export interface TimelineAddress {
  readonly filters: TimelineFilters;
  readonly order?: 'happened';
  readonly timeOfDay?: TimeOfDay;
  readonly step?: RecordStepQuery;
  readonly approvals?: true;
  readonly field?: TimelineFieldRef;
  readonly value?: string;
  /** Name of a program, id of an API token, or `ANY_PROGRAM`. */
  readonly program?: string;
  /** Text to look up: a number such as `PR-2026-0001`, an id, or the full name of a record or person. */
  readonly subject?: string;
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** As typed. */
  readonly values: Readonly<Record<TimelineParameter, string>>;
  /** Search text among the choices of people. */
  readonly findPerson: string;
  readonly filtered: boolean;
  readonly problems: readonly string[];
}

export const TIMELINE_PARAMETERS = [
  'application',
  'record',
  'person',
  'type',
  'activity',
  'month',
  'from',
  'until',
  'q',
  'order',
  'as',
  'program',
  'within',
  'field',
  'value',
  'time.from',
  'time.until',
  'recorded.from',
  'recorded.until',
  'position.from',
  'position.until',
] as const;
export type TimelineParameter = (typeof TIMELINE_PARAMETERS)[number];
const FIND_PERSON = `${CHOICE_SEARCH_INPUT}.person`;
const KNOWN = new Set<string>([...TIMELINE_PARAMETERS, 'after', 'before', FIND_PERSON]);
const LONGEST = 500;

/** `problems`: messages about what was not understood. */
export function readTimelineAddress(
  query: URLSearchParams,
  { timeZone, t }: { readonly timeZone: string; readonly t: Translate },
): TimelineAddress {
  const problems = [...new Set(query.keys())]
    .filter((name) => !KNOWN.has(name) && query.get(name) !== '')
    .map((name) => t('filter.unknown', { name: name.slice(0, 60) }));
  const entries = TIMELINE_PARAMETERS.map(
    (name) => [name, (query.get(name) ?? '').trim().slice(0, LONGEST)] as const,
  );
  const values = Object.fromEntries(entries) as TimelineAddress['values'];
  const telling = { problems, t };
  const after = query.get('after') || undefined;
  const before = query.get('before') || undefined;
  return {
    filters: {
      ...filtersOf(values, telling),
      ...timesOf(values, timeZone, telling),
      ...positionsOf(values, telling),
    },
    ...timeOfDayOf(values, timeZone, telling),
    ...stepOf(values, telling),
    ...(values.type === APPROVALS && { approvals: true as const }),
    ...fieldOf(values.field, telling),
    ...(values.value !== '' && { value: values.value }),
    ...(values.program !== '' && { program: values.program }),
    subject: values.record === '' ? undefined : values.record,
    ...orderOf(values, telling),
    cursor: after ?? before,
    backwards: after === undefined && before !== undefined,
    values,
    findPerson: (query.get(FIND_PERSON) ?? '').trim(),
    filtered: Object.entries(values).some(([name, value]) => value !== '' && name !== 'order'),
    problems,
  };
}

interface Telling {
  readonly problems: string[];
  readonly t: Translate;
}

function filtersOf(
  { application, person, type, activity, as, q }: TimelineAddress['values'],
  { problems, t }: Telling,
) {
  const known = isRecordId(person) || person === SYSTEM_ACTOR_ID || person === UNKNOWN_ACTOR_ID;
  if (person !== '' && !known) problems.push(t('filter.noPerson'));
  return {
    ...(application !== '' && { application }),
    ...(known && { actor: person }),
    ...typesOf(type),
    ...performerOf(as, { problems, t }),
    ...(q !== '' && { search: q }),
    ...activityOf(activity, { problems, t }),
  };
}

export const EVERY_TYPE = 'all';
/** Across types. */
export const APPROVALS = 'approvals';

/** Only stored type names contain a dot. */
function typesOf(type: string): Pick<TimelineFilters, 'types' | 'without'> {
  if (type === EVERY_TYPE || type === APPROVALS) return {};
  if (type === '') return { without: HIDDEN_BY_DEFAULT };
  return { types: isEventKind(type) ? listTypesOfKind(type) : [type] };
}

const BY_DEPUTY = 'deputy';
const BY_OPENER = 'opener';

function performerOf(text: string, { problems, t }: Telling): Pick<TimelineFilters, 'byDeputy'> {
  if (text === BY_DEPUTY) return { byDeputy: true };
  if (text !== '' && text !== BY_OPENER) problems.push(t('filter.notUnderstood', { name: t('timeline.as') }));
  return {};
}

/** Minutes. */
const MAX_WITHIN = 1_440;

function stepOf(
  { as, within }: TimelineAddress['values'],
  { problems, t }: Telling,
): Pick<TimelineAddress, 'step'> {
  const minutes = /^\d{1,4}$/.test(within) ? Number(within) : undefined;
  const isUnderstood = minutes !== undefined && minutes >= 1 && minutes <= MAX_WITHIN;
  if (within !== '' && !isUnderstood)
    problems.push(t('filter.notUnderstood', { name: t('timeline.within') }));
  const step = {
    ...(as === BY_OPENER && { byOpener: true as const }),
    ...(isUnderstood && { withinMinutes: minutes }),
  };
  return Object.keys(step).length === 0 ? {} : { step };
}

/** `permits.Application.receive`: action keys are unique only within an entity. */
function activityOf(text: string, { problems, t }: Telling): TimelineFilters {
  if (text === '') return {};
  const [application, entity, action, ...more] = text.split('.');
  if (application && entity && action && more.length === 0) return { application, entity, action };
  problems.push(t('filter.noActivity'));
  return {};
}

/** `purchasing.Request.amount` */
function fieldOf(text: string, { problems, t }: Telling): Pick<TimelineAddress, 'field'> {
  if (text === '') return {};
  const [application, entity, field, ...more] = text.split('.');
  if (application && entity && field && more.length === 0) return { field: { application, entity, field } };
  problems.push(t('filter.notUnderstood', { name: t('timeline.field') }));
  return {};
}

/** Without a choice, days when events happened are read in their order. */
function orderOf(
  { order: text, month, from, until }: TimelineAddress['values'],
  { problems, t }: Telling,
): Pick<TimelineAddress, 'order'> {
  if (text === 'recorded') return {};
  const hasDays = [month, from, until].some((day) => day !== '');
  if (text === 'happened' || (text === '' && hasDays)) return { order: 'happened' };
  if (text === '') return {};
  problems.push(t('filter.noOrder', { filter: 'order=happened, order=recorded' }));
  return {};
}

function timesOf(values: TimelineAddress['values'], timeZone: string, telling: Telling) {
  const [first, last] = daysOf(values, 'from', 'until', telling);
  const month = monthOf(values.month, telling);
  const [from, until] = [laterDay(month?.first, first), earlierDay(month?.last, last)];
  const [recordedFrom, recordedUntil] = daysOf(values, 'recorded.from', 'recorded.until', telling);
  const [start, end] = [(day: string) => startOfDay(day, timeZone), (day: string) => endOfDay(day, timeZone)];
  return {
    ...(from !== undefined && { from: start(from) }),
    ...(until !== undefined && { until: end(until) }),
    ...(recordedFrom !== undefined && { recordedFrom: start(recordedFrom) }),
    ...(recordedUntil !== undefined && { recordedUntil: end(recordedUntil) }),
  };
}

/** `2026-05` */
function monthOf(
  text: string,
  { problems, t }: Telling,
): { readonly first: string; readonly last: string } | undefined {
  if (text === '') return undefined;
  const first = /^\d{4}-\d{2}$/.test(text) ? parseDay(`${text}-01`) : undefined;
  if (first === undefined) {
    problems.push(t('filter.notUnderstood', { name: t('timeline.month') }));
    return undefined;
  }
  const { daysInMonth } = Temporal.PlainYearMonth.from(text);
  return { first, last: `${text}-${String(daysInMonth).padStart(2, '0')}` };
}

const sortDays = (...days: readonly (string | undefined)[]): readonly string[] =>
  days.filter((day) => day !== undefined).sort();

const laterDay = (...days: readonly (string | undefined)[]) => sortDays(...days).at(-1);

const earlierDay = (...days: readonly (string | undefined)[]) => sortDays(...days)[0];

const daysOf = (
  values: TimelineAddress['values'],
  first: TimelineParameter,
  last: TimelineParameter,
  telling: Telling,
) =>
  [dayFrom(values[first], 'filter.from', telling), dayFrom(values[last], 'filter.until', telling)] as const;

function dayFrom(
  text: string,
  title: 'filter.from' | 'filter.until',
  { problems, t }: Telling,
): string | undefined {
  if (text === '') return undefined;
  const found = parseDay(text);
  if (found === undefined) problems.push(t('filter.noDay', { name: t(title), text: text.slice(0, 60) }));
  return found;
}

function positionsOf(
  values: TimelineAddress['values'],
  { problems, t }: Telling,
): Pick<TimelineFilters, 'fromPosition' | 'untilPosition'> {
  const [from, until] = [toDigits(values['position.from']), toDigits(values['position.until'])];
  if ([from, until].some((text) => !/^\d{0,15}$/.test(text)))
    problems.push(t('filter.notUnderstood', { name: t('timeline.position') }));
  const isNumber = (text: string) => /^\d{1,15}$/.test(text);
  return {
    ...(isNumber(from) && { fromPosition: Number(from) }),
    ...(isNumber(until) && { untilPosition: Number(until) }),
  };
}

/** As pages show a position: `#5375`, `5,375`. */
const toDigits = (text: string) => text.replace(/^#|(?<=\d)[\p{Zs}.,'’](?=\d{3}(?!\d))/gu, '');

const CLOCK_TIME = /^([01]?\d|2[0-3])(?::([0-5]\d))?$/;
const LAST_MINUTE = 24 * 60;

/** `22:00` or `22`; an open range ends at midnight. */
function timeOfDayOf(
  values: TimelineAddress['values'],
  timeZone: string,
  { problems, t }: Telling,
): Pick<TimelineAddress, 'timeOfDay'> {
  const minutesOf = (text: string): number | undefined => {
    const [, hours, minutes = '0'] = CLOCK_TIME.exec(text) ?? [];
    return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
  };
  const texts = [values['time.from'], values['time.until']] as const;
  if (texts.every((text) => text === '')) return {};
  if (texts.some((text) => text !== '' && minutesOf(text) === undefined)) {
    problems.push(t('filter.notUnderstood', { name: t('timeline.timeOfDay') }));
    return {};
  }
  const [from = 0, until = LAST_MINUTE] = texts.map(minutesOf);
  return { timeOfDay: { from, until, timeZone } };
}

/** `month`: `2026-05`; all without. */
export const personTimelineHref = (person: string, month?: string): string =>
  `${TIMELINE_PATH}?${new URLSearchParams({ person, ...(month !== undefined && { month }) }).toString()}`;

export const eventTypeTimelineHref = (type: string): string =>
  `${TIMELINE_PATH}?${new URLSearchParams({ type }).toString()}`;

export function writeTimelineAddress(
  path: string,
  values: TimelineAddress['values'],
  cursor: { readonly after?: string; readonly before?: string },
): string {
  const all = [...Object.entries(values), ...Object.entries(cursor)].filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(all as [string, string][]).toString()}`;
}
