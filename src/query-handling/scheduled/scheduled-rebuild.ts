// Query: whether what is scheduled can be listed yet. An earlier version kept no document for each timer.
import { lacksScheduledTimers, timersProjection } from '#projections/read-models/timers/timers-projection.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { findLastChangePosition } from '../notifications/changed-records.js';

export interface ScheduledRebuild {
  /** undefined: another process rebuilds it. */
  readonly percent?: number;
}

/** undefined: the read model has what today's version lists. */
export async function findScheduledRebuild({
  readModels,
}: Pick<QueryDependencies, 'readModels'>): Promise<ScheduledRebuild | undefined> {
  const { name } = timersProjection;
  if (!(await lacksScheduledTimers(readModels))) return undefined;
  const building = (await readModels.health()).find(({ projection }) => projection === name)?.building;
  if (building === undefined) return {};
  const head = Math.max(1, await findLastChangePosition({ readModels }));
  return { percent: Math.min(99, Math.floor((100 * Math.max(0, building)) / head)) };
}
