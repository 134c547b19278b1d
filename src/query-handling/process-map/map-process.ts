// Covers only records that the viewer reads.
import { Query } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Filter } from '#projections/port/query.js';
import type { Trace } from '#domain/record/lifecycle/trace.js';
import { createCacheKey } from '../create-cache-key.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { createListFilter, isFilterExact } from '../lists/list-records.js';
import type { ListQuery } from '../lists/list-query.js';
import type { SearchPlan } from '../filters/search-plan.js';
import { createUnreadableRefusal } from '../records/access-refusals.js';
import { createRecordsView, type RecordsQuestion, type RecordsView } from '../records/records-view.js';
import { foldTraces, type ProcessMap } from './fold-traces.js';

export interface VisibleProcessMap extends ProcessMap {
  /** Their read model is being rebuilt. */
  readonly untraced: number;
  /** Maximum, if there are more. */
  readonly limitedTo?: number;
  readonly outdated: readonly string[];
}

export class MapProcess extends Query<VisibleProcessMap> {
  constructor(
    readonly question: RecordsQuestion,
    readonly query: Pick<ListQuery, 'filters' | 'search'>,
  ) {
    super();
  }
}

const MAX_SCANNED = 5_000;
const BATCH = 250;
const MAX_TRACES = 500_000;

/** Throws `Refused`. */
export async function mapProcess(
  sources: QueryDependencies,
  question: RecordsQuestion,
  { filters, search: text }: Pick<ListQuery, 'filters' | 'search'>,
): Promise<VisibleProcessMap> {
  const view = await createRecordsView(sources, question);
  if (!view.rights.canReadSome)
    throw createUnreadableRefusal(
      view.rights,
      view.now,
      createPhrase('to.read-all', { entity: question.entity.plural }),
    );
  const search = await view.planSearch(text);
  const filter = createListFilter(view, filters, search);
  const [map, outdated] = await Promise.all([
    isFilterExact(view, search)
      ? shareWhileComputed(view.records.generation, createCacheKey(view.records.collection, filter), () =>
          foldFound(readTraces(view, filter)),
        )
      : foldFound(scanTraces(view, filter, search)),
    view.outdated(filter, search),
  ]);
  return { ...map, outdated };
}

type TracedMap = Omit<VisibleProcessMap, 'outdated'>;

async function foldFound(found: Promise<FoundTraces>): Promise<TracedMap> {
  const { traces, ...counts } = await found;
  return { ...(await foldTraces(traces)), ...counts };
}

const MIN_CACHED_MS = 100;
/** A map stays cached for a multiple of its computing time, so that it takes at most a tenth of a core. */
const CACHE_TIME_FACTOR = 10;
const MAX_CACHED_MAPS = 20;
const computed = new WeakMap<object, LRUCache<string, Promise<TracedMap>>>();

/** The filter holds the rights, so that viewers share a map only if their rights agree. */
async function shareWhileComputed(
  generation: object,
  key: string,
  compute: () => Promise<TracedMap>,
): Promise<TracedMap> {
  const maps = computed.get(generation) ?? new LRUCache<string, Promise<TracedMap>>({ max: MAX_CACHED_MAPS });
  computed.set(generation, maps);
  const known = maps.get(key);
  // The first request's cancellation fails its query.
  if (known) return known.catch(compute);
  const start = performance.now();
  const map = compute();
  maps.set(key, map);
  try {
    await map;
  } catch (error) {
    maps.delete(key);
    throw error;
  }
  const took = performance.now() - start;
  if (took < MIN_CACHED_MS) maps.delete(key);
  else maps.set(key, map, { ttl: took * CACHE_TIME_FACTOR });
  return map;
}

interface FoundTraces {
  readonly traces: readonly Trace[];
  readonly untraced: number;
  readonly limitedTo?: number;
}

async function readTraces(view: RecordsView, filter: Filter): Promise<FoundTraces> {
  const { texts, without, more } = await view.records.texts({ path: 'trace', filter, limit: MAX_TRACES });
  return {
    traces: texts,
    untraced: without,
    ...(more && { limitedTo: MAX_TRACES }),
  };
}

async function scanTraces(view: RecordsView, filter: Filter, search: SearchPlan): Promise<FoundTraces> {
  const filterVisible = view.createVisibilityFilter(search);
  const found: (Trace | null)[] = [];
  let cursor: string | undefined;
  for (let scanned = 0; scanned < MAX_SCANNED; scanned += BATCH) {
    const { documents, next } = await view.records.find({
      filter,
      cursor,
      sort: { path: 'id', descending: true },
      limit: BATCH,
      onwardOnly: true,
    });
    const visible = await filterVisible(documents);
    documents.forEach(({ trace = null }, index) => visible[index] && found.push(trace));
    cursor = next;
    if (cursor === undefined) return toFound(found);
  }
  return toFound(found, MAX_SCANNED);
}

function toFound(found: readonly (Trace | null)[], limitedTo?: number): FoundTraces {
  const traces = found.filter((trace) => trace !== null);
  return {
    traces,
    untraced: found.length - traces.length,
    ...(limitedTo !== undefined && { limitedTo }),
  };
}
