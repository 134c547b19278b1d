// The address of the timeline ↔ what it asks for. Dates are days in the time zone of the page, ends included.
import type { TimelineFilters } from '../../query-handling/timeline/list-timeline.js';
import { isId } from '../routes.js';
import { endOfDay, parseDay, startOfDay } from './filter-values.js';

export interface TimelineAddress {
  readonly filters: TimelineFilters;
  /** What it has to be about, to be looked up: a number such as `PR-2026-0001`, an id, a record's or a person's whole name. */
  readonly subject?: string;
  readonly cursor?: string;
  readonly backwards?: boolean;
  /** As it was written, for the form and for links. */
  readonly values: Readonly<Record<TimelineField, string>>;
  readonly filtered: boolean;
  readonly problems: readonly string[];
}

const FIELDS = ['application', 'record', 'person', 'type', 'from', 'until', 'q'] as const;
export type TimelineField = (typeof FIELDS)[number];
const KNOWN = new Set<string>([...FIELDS, 'after', 'before']);
const LONGEST = 500;

/** Reads the query part. What it does not understand is left out and said. */
export function readTimelineAddress(asked: URLSearchParams, timeZone: string): TimelineAddress {
  const problems = [...new Set(asked.keys())]
    .filter((name) => !KNOWN.has(name) && asked.get(name) !== '')
    .map((name) => `There is no filter “${name.slice(0, 60)}” here.`);
  const entries = FIELDS.map((name) => [name, (asked.get(name) ?? '').trim().slice(0, LONGEST)] as const);
  const values = Object.fromEntries(entries) as TimelineAddress['values'];
  const after = asked.get('after') || undefined;
  const before = asked.get('before') || undefined;
  return {
    filters: { ...filtersOf(values, problems), ...timesOf(values, timeZone, problems) },
    subject: values.record === '' ? undefined : values.record,
    cursor: after ?? before,
    backwards: after === undefined && before !== undefined,
    values,
    filtered: Object.values(values).some((value) => value !== ''),
    problems,
  };
}

function filtersOf({ application, person, type, q }: TimelineAddress['values'], problems: string[]) {
  const known = isId(person) || person === 'system';
  if (person !== '' && !known) problems.push('The person is not known.');
  return {
    ...(application !== '' && { application }),
    ...(known && { actor: person }),
    ...(type !== '' && { type }),
    ...(q !== '' && { search: q }),
  };
}

function timesOf(values: TimelineAddress['values'], timeZone: string, problems: string[]) {
  const [from, until] = [day(values.from, 'From', problems), day(values.until, 'Until', problems)];
  return {
    ...(from !== undefined && { from: startOfDay(from, timeZone) }),
    ...(until !== undefined && { until: endOfDay(until, timeZone) }),
  };
}

function day(text: string, title: string, problems: string[]): string | undefined {
  if (text === '') return undefined;
  const found = parseDay(text);
  if (found === undefined) problems.push(`“${title}” is no date: write it like 2026-11-20.`);
  return found;
}

/** The same filters at another page. */
export function writeTimelineAddress(
  path: string,
  values: TimelineAddress['values'],
  cursor: { readonly after?: string; readonly before?: string },
): string {
  const all = [...Object.entries(values), ...Object.entries(cursor)].filter(([, value]) => value !== '');
  return `${path}?${new URLSearchParams(all as [string, string][]).toString()}`;
}
