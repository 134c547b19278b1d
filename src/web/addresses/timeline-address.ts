// The address of the timeline ↔ what it asks for. Dates are days in the time zone of the page, ends included.
import type { TimelineFilters } from '#query-handling/timeline/list-timeline.js';
import { BOOKKEEPING_EVENT_TYPES } from '#domain/event-types.js';
import { SYSTEM_ACTOR, UNKNOWN_ACTOR } from '#domain/event.js';
import { FIND, TIMELINE } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { isId } from './page-addresses.js';
import { endOfDay, parseDay, startOfDay } from './filter-values.js';

export interface TimelineAddress {
  readonly filters: TimelineFilters;
  readonly order?: 'happened';
  /** What it has to be about, to be looked up: a number such as `PR-2026-0001`, an id, a record's or a person's whole name. */
  readonly subject?: string;
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** As it was written, for the form and for links. */
  readonly values: Readonly<Record<TimelineField, string>>;
  /** What is searched for among the people to choose from. */
  readonly findPerson: string;
  readonly filtered: boolean;
  readonly problems: readonly string[];
}

const FIELDS = [
  'application',
  'record',
  'person',
  'type',
  'activity',
  'from',
  'until',
  'q',
  'order',
] as const;
export type TimelineField = (typeof FIELDS)[number];
const FIND_PERSON = `${FIND}.person`;
const KNOWN = new Set<string>([...FIELDS, 'after', 'before', FIND_PERSON]);
const LONGEST = 500;

/** Reads the query part. What it does not understand is left out and said. */
export function readTimelineAddress(
  query: URLSearchParams,
  { timeZone, t }: { readonly timeZone: string; readonly t: Translate },
): TimelineAddress {
  const problems = [...new Set(query.keys())]
    .filter((name) => !KNOWN.has(name) && query.get(name) !== '')
    .map((name) => t('filter.unknown', { name: name.slice(0, 60) }));
  const entries = FIELDS.map((name) => [name, (query.get(name) ?? '').trim().slice(0, LONGEST)] as const);
  const values = Object.fromEntries(entries) as TimelineAddress['values'];
  const telling = { problems, t };
  const after = query.get('after') || undefined;
  const before = query.get('before') || undefined;
  return {
    filters: { ...filtersOf(values, telling), ...timesOf(values, timeZone, telling) },
    subject: values.record === '' ? undefined : values.record,
    ...orderOf(values.order, telling),
    cursor: after ?? before,
    backwards: after === undefined && before !== undefined,
    values,
    findPerson: (query.get(FIND_PERSON) ?? '').trim(),
    filtered: Object.entries(values).some(([name, value]) => value !== '' && name !== 'order'),
    problems,
  };
}

/** Where problems of an address are told, and in which language. */
interface Telling {
  readonly problems: string[];
  readonly t: Translate;
}

function filtersOf(
  { application, person, type, activity, q }: TimelineAddress['values'],
  { problems, t }: Telling,
) {
  const known = isId(person) || person === SYSTEM_ACTOR || person === UNKNOWN_ACTOR;
  if (person !== '' && !known) problems.push(t('filter.noPerson'));
  return {
    ...(application !== '' && { application }),
    ...(known && { actor: person }),
    ...typesOf(type),
    ...(q !== '' && { search: q }),
    ...activityOf(activity, { problems, t }),
  };
}

export const EVERY_TYPE = 'all';

function typesOf(type: string): Pick<TimelineFilters, 'type' | 'without'> {
  if (type === EVERY_TYPE) return {};
  return type === '' ? { without: BOOKKEEPING_EVENT_TYPES } : { type };
}

/** `permits.Application.receive`: entities may have actions of one name that are different things. */
function activityOf(text: string, { problems, t }: Telling): TimelineFilters {
  if (text === '') return {};
  const [application, entity, action, ...more] = text.split('.');
  if (application && entity && action && more.length === 0) return { application, entity, action };
  problems.push(t('filter.noActivity'));
  return {};
}

function orderOf(text: string, { problems, t }: Telling): Pick<TimelineAddress, 'order'> {
  if (text === '' || text === 'happened') return text === '' ? {} : { order: text };
  problems.push(t('filter.noOrder', { filter: 'order=happened' }));
  return {};
}

function timesOf(
  { from: first, until: last }: TimelineAddress['values'],
  timeZone: string,
  telling: Telling,
) {
  const [from, until] = [dayFrom(first, 'filter.from', telling), dayFrom(last, 'filter.until', telling)];
  return {
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(until !== undefined && { until: endOfDay(until, timeZone) }),
  };
}

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

/** Everything that somebody did. */
export const personTimelineHref = (person: string): string =>
  `${TIMELINE}?${new URLSearchParams({ person }).toString()}`;

/** The same filters at another page. */
export function writeTimelineAddress(
  path: string,
  values: TimelineAddress['values'],
  cursor: { readonly after?: string; readonly before?: string },
): string {
  const all = [...Object.entries(values), ...Object.entries(cursor)].filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(all as [string, string][]).toString()}`;
}
