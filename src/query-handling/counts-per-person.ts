// A number for each person that stands on every page: it is counted anew once something that it depends on has changed.
import { LRUCache } from 'lru-cache';
import type { QueryDependencies } from './query-dependencies.js';
import type { Viewer } from './viewer.js';

export interface Count {
  readonly count: number;
  /** There is, or may be, more than was looked at. */
  readonly more: boolean;
}

interface CountSource<Answer> {
  /** Names of the read models that it is counted from, besides records, people and deputies. */
  readonly from: readonly string[];
  /** What else it depends on. */
  dependsOn?(sources: QueryDependencies, viewer: Viewer): Promise<unknown>;
  count(sources: QueryDependencies, viewer: Viewer): Promise<Answer>;
}

interface Counted<Answer> {
  readonly stamp: string;
  readonly answer: Promise<Answer>;
}

const MOST_PEOPLE = 1_000;
/** Guards and deputies may go by the time of day. */
const LONGEST_MS = 30_000;

export function countPerPerson<Answer>(source: CountSource<Answer>) {
  const counted = new WeakMap<QueryDependencies['readModels'], LRUCache<string, Counted<Answer>>>();
  return async (sources: QueryDependencies, viewer: Viewer): Promise<Answer> => {
    const known =
      counted.get(sources.readModels) ?? new LRUCache<string, Counted<Answer>>({ max: MOST_PEOPLE });
    counted.set(sources.readModels, known);
    const stamp = await stampOf(source, sources, viewer);
    const answered = (): Promise<Answer> => {
      const before = known.get(viewer.id);
      // Whoever began it may have left the page, which calls off what was asked for it.
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

/** All that the number depends on. */
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
  const moment = Math.floor(Date.parse(now()) / LONGEST_MS);
  const { roles, auditor } = viewer;
  return JSON.stringify([roles, auditor, versions, positions, moment, more]);
}
