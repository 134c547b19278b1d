// The projections that run, as queries ask them.
import type { RunningProjections } from '#projections/running-projections.js';

/** The read models as they run now. Another generation of one may answer the next call: ask anew for each request. */
export type RunningReadModels = Pick<
  RunningProjections,
  | 'generation'
  | 'position'
  | 'waitFor'
  | 'isCurrent'
  | 'behindFor'
  | 'onWritten'
  | 'health'
  | 'failedDocuments'
>;
