// Query: how much waits for one person, as a number that stands on every page. It is counted anew where something was written since.
import { LRUCache } from 'lru-cache';
import { scanCount } from '../find-page.js';
import type { Sources } from '../ports.js';
import type { Viewer } from '../viewer.js';
import { judgedRecords, waitingEntities } from './waiting-entities.js';

export interface WaitingCount {
  readonly count: number;
  /** There is, or may be, more than was looked at. */
  readonly more: boolean;
  /** Key of an application → how much of it; without those of which nothing waits. */
  readonly byApplication: ReadonlyMap<string, Pick<WaitingCount, 'count' | 'more'>>;
}

interface Counted {
  readonly stamp: string;
  readonly answer: Promise<WaitingCount>;
}

const MOST_PEOPLE = 1_000;
/** Guards and deputies may go by the time of day. */
const LONGEST_MS = 30_000;

const counted = new WeakMap<Sources['readModels'], LRUCache<string, Counted>>();

export async function waitingCount(sources: Sources, viewer: Viewer): Promise<WaitingCount> {
  const known = counted.get(sources.readModels) ?? new LRUCache<string, Counted>({ max: MOST_PEOPLE });
  counted.set(sources.readModels, known);
  const stamp = await stampOf(sources, viewer);
  const before = known.get(viewer.id);
  if (before?.stamp === stamp) return before.answer;
  const answer = countWaiting(sources, viewer);
  known.set(viewer.id, { stamp, answer });
  // What failed is counted anew.
  answer.catch(() => known.delete(viewer.id));
  return answer;
}

/** All that the number depends on. */
async function stampOf(sources: Sources, { roles, auditor }: Viewer): Promise<string> {
  const { readModels, specifications, now } = sources;
  const [published, ...checkpoints] = await Promise.all([
    specifications.all(),
    ...['records', 'deputies', 'people'].map(async (name) => {
      const generation = readModels.generation(name);
      return [generation.number, await generation.checkpoint()];
    }),
  ]);
  const versions = published.map(({ specification: { key }, version }) => [key, version]);
  const moment = Math.floor(Date.parse(now()) / LONGEST_MS);
  return JSON.stringify([roles, auditor, versions, checkpoints, moment]);
}

/** So many records of an entity are looked at. */
const MOST_COUNTED = 100;

async function countWaiting(sources: Sources, viewer: Viewer): Promise<WaitingCount> {
  const counts = await Promise.all(
    (await waitingEntities(sources, { viewer })).map(async (of) => {
      const { records, filter, seeAwaited } = await judgedRecords(sources, viewer, of);
      return { of, ...(await scanCount(records, { filter }, seeAwaited, MOST_COUNTED)) };
    }),
  );
  const byApplication = new Map<string, Pick<WaitingCount, 'count' | 'more'>>();
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
