import type { RunningProjections } from '#projections/running-projections.js';

/** Resolved per request, as rebuilds switch generations. */
export type ProjectionProgress = Pick<
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
