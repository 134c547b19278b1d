// Query: how much waits for one person, over all applications and in each.
import { countPerPerson, type Count } from '../counts-per-person.js';
import { scanCount } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { findAwaitedRecords, listWaitingEntities } from './waiting-entities.js';

export interface WaitingCount extends Count {
  /** Key of an application → how much of it; without those of which nothing waits. */
  readonly byApplication: ReadonlyMap<string, Count>;
}

/** So many records of an entity are looked at. */
const MOST_COUNTED = 100;

async function computeWaitingCount(sources: QueryDependencies, viewer: Viewer): Promise<WaitingCount> {
  const counts = await Promise.all(
    (await listWaitingEntities(sources, { viewer })).map(async (of) => {
      const { records, filter, seeAwaited } = await findAwaitedRecords(sources, viewer, of);
      return { of, ...(await scanCount(records, { filter }, seeAwaited, MOST_COUNTED)) };
    }),
  );
  const byApplication = new Map<string, Count>();
  for (const { of, count, more } of counts) {
    if (count === 0 && !more) continue;
    const { key } = of.published.specification;
    const before = byApplication.get(key) ?? { count: 0, more: false };
    byApplication.set(key, { count: before.count + count, more: before.more || more });
  }
  const all = [...byApplication.values()];
  return {
    count: all.reduce((sum, { count }) => sum + count, 0),
    more: all.some(({ more }) => more),
    byApplication,
  };
}

export const countWaiting = countPerPerson<WaitingCount>({ from: [], count: computeWaitingCount });
