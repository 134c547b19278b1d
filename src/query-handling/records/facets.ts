// Query: which people and records occur in a column, to choose from in a filter.
import { LRUCache } from 'lru-cache';
import { COUNTED } from '#projections/port/query.js';
import { Mentions, namesOf, type Names } from '../mentions.js';
import type { Sources } from '../ports.js';
import { filterPath } from './records-query.js';
import { typeOf } from '#specification/field-types/type-of.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from './records-view.js';

export interface Facet {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly names: Names;
  /** Of the people among the values, those known from imported logs only. */
  readonly fromLogs: ReadonlySet<string>;
}

/** Column → what occurs in it. */
export type Facets = ReadonlyMap<string, Facet>;

/** Longer than this nobody chooses from; the most frequent are kept, and of people first those registered here. */
const MOST = 200;
/** Among so many it is looked for who is registered here. */
const MOST_PEOPLE = 2_000;
/** Counting groups reads a whole index: not for every page of a list. */
const FRESH_FOR = 15_000;
const grouped = new WeakMap<object, LRUCache<string, Facet['values']>>();

/** For user and reference columns that the viewer may filter by, among the records they may read on the screen. */
export async function facetsOf(
  sources: Sources,
  question: RecordsQuestion,
  columns: readonly string[],
): Promise<Facets> {
  const view = await openRecordsView(sources, question);
  // Where records have to be asked one by one, groups cannot be counted without telling of the others.
  if (!view.exact || !view.rights.any) return new Map();
  const facets = new Map<string, Facet>();
  for (const column of columns) {
    const path =
      view.rights.open(column) && isGrouped(question, column)
        ? filterPath(question.entity, column)
        : undefined;
    if (path === undefined) continue;
    const found = await valuesAt(view, path);
    const fromLogs = await fromLogsIn(sources, question, column, found);
    const values = here(found, fromLogs).slice(0, MOST);
    facets.set(column, { values, fromLogs, names: await namesIn(sources, question, column, values) });
  }
  return facets;
}

function isGrouped({ entity }: RecordsQuestion, column: string): boolean {
  const field = entity.fields.find(({ key }) => key === column);
  if (field) return typeOf(field).pointsTo !== undefined;
  return column === 'openedBy' || column === 'changedBy' || column === 'assignee';
}

async function valuesAt(view: RecordsView, path: string): Promise<Facet['values']> {
  const { generation, collection, countBy } = view.records;
  const cache =
    grouped.get(generation) ?? new LRUCache<string, Facet['values']>({ max: 500, ttl: FRESH_FOR });
  grouped.set(generation, cache);
  const filter = view.filter();
  const key = JSON.stringify([collection, path, filter]);
  const known = cache.get(key);
  if (known) return known;
  const counts = [...(await countBy(path, filter, COUNTED))];
  const values = counts
    .flatMap(([value, count]) => (typeof value === 'string' ? [{ value, count }] : []))
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_PEOPLE);
  cache.set(key, values);
  return values;
}

async function fromLogsIn(
  sources: Sources,
  { entity }: RecordsQuestion,
  column: string,
  values: Facet['values'],
): Promise<ReadonlySet<string>> {
  const field = entity.fields.find(({ key }) => key === column);
  if (field && typeOf(field).pointsTo === 'record') return new Set();
  return sources.names.whoFromLogs(values.map(({ value }) => value));
}

const here = (values: Facet['values'], fromLogs: ReadonlySet<string>): Facet['values'] => [
  ...values.filter(({ value }) => !fromLogs.has(value)),
  ...values.filter(({ value }) => fromLogs.has(value)),
];

async function namesIn(
  sources: Sources,
  question: RecordsQuestion,
  column: string,
  values: Facet['values'],
): Promise<Names> {
  const field = question.entity.fields.find(({ key }) => key === column);
  const mentions = new Mentions();
  for (const { value } of values) {
    if (field) mentions.value(field, value);
    else mentions.person(value);
  }
  return namesOf(sources, question.published, mentions, question.viewer);
}
