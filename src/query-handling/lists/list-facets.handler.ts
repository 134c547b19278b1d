import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { DEFAULT_COUNT_LIMIT, type Filter } from '#projections/port/query.js';
import { createCacheKey } from '../create-cache-key.js';
import { MAX_UNFILTERED_CHOICES, MAX_MATCHING_CHOICES, findMatchingPeople } from './choices.js';
import { findMatchingRecords } from './reference-choices.js';
import { ReferencedIds, findReferenceNames, type ReferenceNames } from '../names/find-names.js';
import { findFilterPath } from './list-query.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { createRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListFacets, type Facet, type Facets, type FacetQuery } from './facets.js';

const MAX_LOOKED_FOR = 1_000;

/** Counting groups reads a whole index. */
const CACHE_TTL_MS = 15_000;

const grouped = new WeakMap<object, LRUCache<string, Facet['values']>>();

@QueryHandler(ListFacets)
export class ListFacetsHandler implements IQueryHandler<ListFacets> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, facets: options }: ListFacets): Promise<Facets> {
    const view = await createRecordsView(this.sources, question);
    // Counts would reveal unreadable records.
    if (!view.exact || !view.rights.canReadSome) return new Map();
    const facets = new Map<string, Facet>();
    for (const column of options.columns) {
      const path =
        view.rights.open(column) && isGrouped(question, column)
          ? findFilterPath(question.entity, column)
          : undefined;
      if (path === undefined) continue;
      const { values, search } = await valuesToShow(
        { sources: this.sources, question, view },
        column,
        path,
        options,
      );
      const chosen = (options.values.get(column) ?? []).map((value) => ({ value, count: 0 }));
      const mentioned = [...values, ...chosen];
      const fromLogs = await fromLogsIn(this.sources, question, column, mentioned);
      const names = await namesIn(this.sources, question, column, mentioned);
      facets.set(column, { values, search, fromLogs, names });
    }
    return facets;
  }
}

interface FacetContext {
  readonly sources: QueryDependencies;
  readonly question: RecordsQuestion;
  readonly view: RecordsView;
}

async function valuesToShow(
  { sources, question, view }: FacetContext,
  column: string,
  path: string,
  { searches }: FacetQuery,
): Promise<Pick<Facet, 'values' | 'search'>> {
  const all = await valuesAt(view, path, []);
  if (all.length <= MAX_UNFILTERED_CHOICES && all.length < DEFAULT_COUNT_LIMIT)
    return { values: all, search: null };
  const text = searches.get(column) ?? '';
  if (text === '') {
    const values = here(all, await fromLogsIn(sources, question, column, all)).slice(0, MAX_MATCHING_CHOICES);
    const count = { count: all.length, more: all.length >= DEFAULT_COUNT_LIMIT };
    return { values, search: { text, found: values.length, count } };
  }
  const { ids, more } = await idsMatching(sources, question, column, text);
  const found = ids.length === 0 ? [] : await valuesAt(view, path, [{ [path]: { $in: ids } }]);
  const values = found.slice(0, MAX_MATCHING_CHOICES);
  const count = { count: found.length, more };
  return { values, search: { text, found: values.length, count, current: true } };
}

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
    ? findMatchingRecords(sources, { published, entity: entity!, viewer }, MAX_LOOKED_FOR)
    : findMatchingPeople([...(await names.listed()), ...(await names.fromLogs())]);
  const { items, count } = await matching(text);
  const ids = items.slice(0, MAX_LOOKED_FOR).map(({ value }) => value);
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
    grouped.get(generation) ?? new LRUCache<string, Facet['values']>({ max: 500, ttl: CACHE_TTL_MS });
  grouped.set(generation, cache);
  const filter = view.filter(narrowed);
  const key = createCacheKey(collection, path, filter);
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
): Promise<ReferenceNames> {
  const field = question.entity.fields.find(({ key }) => key === column);
  const mentions = new ReferencedIds();
  for (const { value } of values) {
    if (field) mentions.value(field, value);
    else mentions.person(value);
  }
  return findReferenceNames(sources, question.published, mentions, question.viewer);
}
