import { Query } from '@nestjs/cqrs';
import { memoizeCountPerPerson, type Count } from '../memoize-count-per-person.js';
import { scanCount } from '../paging/find-visible-page.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { createAwaitedRecordsView, listWaitingEntities } from './waiting-entities.js';

export interface WaitingCount extends Count {
  /** Without zeros. */
  readonly byApplication: ReadonlyMap<string, Count>;
}

/** Per entity. */
const MAX_COUNTED = 100;

async function computeWaitingCount(sources: QueryDependencies, viewer: Viewer): Promise<WaitingCount> {
  const counts = await Promise.all(
    (await listWaitingEntities(sources, { viewer })).map(async (of) => {
      const { records, filter, seeAwaited } = await createAwaitedRecordsView(sources, viewer, of);
      return { of, ...(await scanCount(records, { filter }, seeAwaited, MAX_COUNTED)) };
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

export class CountWaiting extends Query<WaitingCount> {
  constructor(readonly viewer: Viewer) {
    super();
  }
}

export const countWaiting = memoizeCountPerPerson<WaitingCount>({ from: [], count: computeWaitingCount });
