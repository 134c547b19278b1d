// The address of the timeline ↔ what it asks for. Dates are days in the time zone of the page, ends included.
import type { TimelineFilters } from '../../../projections/timeline/timeline-queries.js';
import { isId } from '../routes.js';
import { endOfDay, parseDay, startOfDay } from './filter-values.js';

export interface TimelineAddress {
  readonly filters: TimelineFilters;
  /** A record's number, to be looked up: `PR-2026-0001`. */
  readonly number?: string;
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
  const { application, record, person, type, q } = values;
  const [from, until] = [day(values.from, 'From', problems), day(values.until, 'Until', problems)];
  if (person !== '' && person !== 'system' && !isId(person)) problems.push('The person is not known.');
  const cursor = asked.get('after') || asked.get('before') || undefined;
  return {
    filters: {
      ...(application !== '' && { application }),
      ...(isId(record) && { record }),
      ...((isId(person) || person === 'system') && { actor: person }),
      ...(type !== '' && { type }),
      ...(from !== undefined && { from: startOfDay(from, timeZone) }),
      ...(until !== undefined && { until: endOfDay(until, timeZone) }),
      ...(q !== '' && { search: q }),
    },
    ...(record !== '' && !isId(record) && { number: record }),
    cursor,
    backwards: cursor !== undefined && !asked.get('after'),
    values,
    filtered: Object.values(values).some((value) => value !== ''),
    problems,
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
