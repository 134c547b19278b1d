// Query: which people and records occur in a column, to choose from in a filter.
import { LRUCache } from 'lru-cache';
import { DEFAULT_COUNT_LIMIT, type Filter } from '#projections/port/query.js';
import { LONGEST_LIST, MOST_FOUND, findMatchingPeople, type ChoiceList } from './choices.js';
import { findMatchingRecords } from './reference-choices.js';
import { Mentions, findNames, type Names } from '../names/mentions.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findFilterPath } from './list-query.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { openRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';

export interface Facet {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly names: Names;
  /** Of the people among the values, those known from imported logs only. */
  readonly fromLogs: ReadonlySet<string>;
  /** null: the values are all there are, else the most frequent or those that were found. */
  readonly search: ChoiceList['search'];
}

/** Column → what occurs in it. */
export type Facets = ReadonlyMap<string, Facet>;

interface FacetQuestion {
  readonly columns: readonly string[];
  /** Column → what is chosen in it. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Column → what is searched for in it. */
  readonly searches: ReadonlyMap<string, string>;
}

/** Records and people that one search looks for among the values of a column. */
const MOST_LOOKED_FOR = 1_000;
/** Counting groups reads a whole index: not for every page of a list. */
const FRESH_FOR = 15_000;
const grouped = new WeakMap<object, LRUCache<string, Facet['values']>>();

/** For user and reference columns that the viewer may filter by, among the records they may read on the screen. */
export async function listFacets(
  sources: QueryDependencies,
  question: RecordsQuestion,
  asked: FacetQuestion,
): Promise<Facets> {
  const view = await openRecordsView(sources, question);
  // Where records have to be asked one by one, groups cannot be counted without telling of the others.
  if (!view.exact || !view.rights.any) return new Map();
  const facets = new Map<string, Facet>();
  for (const column of asked.columns) {
    const path =
      view.rights.open(column) && isGrouped(question, column)
        ? findFilterPath(question.entity, column)
        : undefined;
    if (path === undefined) continue;
    const { values, search } = await valuesToShow({ sources, question, view }, column, path, asked);
    const chosen = (asked.values.get(column) ?? []).map((value) => ({ value, count: 0 }));
    const mentioned = [...values, ...chosen];
    const fromLogs = await fromLogsIn(sources, question, column, mentioned);
    const names = await namesIn(sources, question, column, mentioned);
    facets.set(column, { values, search, fromLogs, names });
  }
  return facets;
}

interface FacetContext {
  readonly sources: QueryDependencies;
  readonly question: RecordsQuestion;
  readonly view: RecordsView;
}

/** All values; of too many for a list those registered here first and the most frequent first, or what was searched for. */
async function valuesToShow(
  { sources, question, view }: FacetContext,
  column: string,
  path: string,
  { searches }: FacetQuestion,
): Promise<Pick<Facet, 'values' | 'search'>> {
  const all = await valuesAt(view, path, []);
  if (all.length <= LONGEST_LIST && all.length < DEFAULT_COUNT_LIMIT) return { values: all, search: null };
  const text = searches.get(column) ?? '';
  if (text === '') {
    const values = here(all, await fromLogsIn(sources, question, column, all)).slice(0, MOST_FOUND);
    const count = { count: all.length, more: all.length >= DEFAULT_COUNT_LIMIT };
    return { values, search: { text, found: values.length, count } };
  }
  const { ids, more } = await idsMatching(sources, question, column, text);
  const found = ids.length === 0 ? [] : await valuesAt(view, path, [{ [path]: { $in: ids } }]);
  const values = found.slice(0, MOST_FOUND);
  const count = { count: found.length, more };
  return { values, search: { text, found: values.length, count, current: true } };
}

/** People or records that are called so. */
async function idsMatching(
  sources: QueryDependencies,
  question: RecordsQuestion,
  column: string,
  text: string,
): Promise<{ readonly ids: readonly string[]; readonly more: boolean }> {
  const { published, viewer } = question;
  const field = question.entity.fields.find(({ key }) => key === column);
  const isRecord = field !== undefined && getFieldType(field).pointsTo === 'record';
  const entity = published.specification.entities[field?.to ?? ''];
  if (isRecord && !entity) return { ids: [], more: false };
  const { names } = sources;
  const matching = isRecord
    ? findMatchingRecords(sources, { published, entity: entity!, viewer }, MOST_LOOKED_FOR)
    : findMatchingPeople([...(await names.listed()), ...(await names.fromLogs())]);
  const { items, count } = await matching(text);
  const ids = items.slice(0, MOST_LOOKED_FOR).map(({ value }) => value);
  return { ids, more: count.more || count.count > ids.length };
}

function isGrouped({ entity }: RecordsQuestion, column: string): boolean {
  const field = entity.fields.find(({ key }) => key === column);
  if (field) return getFieldType(field).pointsTo !== undefined;
  return column === 'openedBy' || column === 'changedBy' || column === 'assignee';
}

async function valuesAt(
  view: RecordsView,
  path: string,
  narrowed: readonly Filter[],
): Promise<Facet['values']> {
  const { generation, collection, countBy } = view.records;
  const cache =
    grouped.get(generation) ?? new LRUCache<string, Facet['values']>({ max: 500, ttl: FRESH_FOR });
  grouped.set(generation, cache);
  const filter = view.filter(narrowed);
  const key = JSON.stringify([collection, path, filter]);
  const known = cache.get(key);
  if (known) return known;
  const counts = [...(await countBy(path, filter, DEFAULT_COUNT_LIMIT))];
  const values = counts
    .flatMap(([value, count]) => (typeof value === 'string' ? [{ value, count }] : []))
    .sort((one, other) => other.count - one.count);
  cache.set(key, values);
  return values;
}

async function fromLogsIn(
  sources: QueryDependencies,
  { entity }: RecordsQuestion,
  column: string,
  values: Facet['values'],
): Promise<ReadonlySet<string>> {
  const field = entity.fields.find(({ key }) => key === column);
  if (field && getFieldType(field).pointsTo === 'record') return new Set();
  return sources.names.whoFromLogs(values.map(({ value }) => value));
}

const here = (values: Facet['values'], fromLogs: ReadonlySet<string>): Facet['values'] => [
  ...values.filter(({ value }) => !fromLogs.has(value)),
  ...values.filter(({ value }) => fromLogs.has(value)),
];

async function namesIn(
  sources: QueryDependencies,
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
  return findNames(sources, question.published, mentions, question.viewer);
}
