import { lacksScheduledTimers, timersProjection } from '#projections/read-models/timers/timers-projection.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { getTimelineCheckpoint } from '../notifications/changed-records.js';

export interface TimersRebuildProgress {
  /** undefined: in another process. */
  readonly percent?: number;
}

/** undefined: not needed. */
export async function findTimersRebuildProgress({
  readModels,
}: Pick<QueryDependencies, 'readModels'>): Promise<TimersRebuildProgress | undefined> {
  const { name } = timersProjection;
  if (!(await lacksScheduledTimers(readModels))) return undefined;
  const building = (await readModels.health()).find(({ projection }) => projection === name)?.building;
  if (building === undefined) return {};
  const head = Math.max(1, await getTimelineCheckpoint({ readModels }));
  return { percent: Math.min(99, Math.floor((100 * Math.max(0, building)) / head)) };
}
