// Pages show these numbers, so they are recomputed only when inputs change.
import { LRUCache } from 'lru-cache';
import type { QueryDependencies } from './query-dependencies.js';
import type { Viewer } from './viewer.js';

export interface Count {
  readonly count: number;
  /** A lower bound. */
  readonly more: boolean;
}

interface CountSource<Answer> {
  readonly from: readonly string[];
  dependsOn?(sources: QueryDependencies, viewer: Viewer): Promise<unknown>;
  count(sources: QueryDependencies, viewer: Viewer): Promise<Answer>;
}

interface Counted<Answer> {
  readonly stamp: string;
  readonly answer: Promise<Answer>;
}

const MAX_PEOPLE = 1_000;
/** Guards and delegations depend on time. */
const MAX_AGE_MS = 30_000;

export function memoizeCountPerPerson<Answer>(source: CountSource<Answer>) {
  const counted = new WeakMap<QueryDependencies['readModels'], LRUCache<string, Counted<Answer>>>();
  return async (sources: QueryDependencies, viewer: Viewer): Promise<Answer> => {
    const known =
      counted.get(sources.readModels) ?? new LRUCache<string, Counted<Answer>>({ max: MAX_PEOPLE });
    counted.set(sources.readModels, known);
    const stamp = await stampOf(source, sources, viewer);
    const answered = (): Promise<Answer> => {
      const before = known.get(viewer.id);
      // The page that began it may have been aborted.
      if (before?.stamp === stamp) return before.answer.catch(answered);
      const counting = { stamp, answer: source.count(sources, viewer) };
      known.set(viewer.id, counting);
      counting.answer.catch(() => known.get(viewer.id) === counting && known.delete(viewer.id));
      return counting.answer;
    };
    return answered();
  };
}

const RIGHTS_AND_RECORDS = ['records', 'deputies', 'people'];

async function stampOf<Answer>(
  { from, dependsOn }: CountSource<Answer>,
  sources: QueryDependencies,
  viewer: Viewer,
): Promise<string> {
  const { readModels, specifications, now } = sources;
  const [published, more] = await Promise.all([specifications.all(), dependsOn?.(sources, viewer)]);
  const positions = [...RIGHTS_AND_RECORDS, ...from].map((name) => [
    readModels.generation(name).number,
    readModels.position(name),
  ]);
  const versions = published.map(({ specification: { key }, version }) => [key, version]);
  const moment = Math.floor(Date.parse(now()) / MAX_AGE_MS);
  const { roles, auditor, onlyApplication } = viewer;
  return JSON.stringify([roles, auditor, onlyApplication, versions, positions, moment, more]);
}
