// Reading much, for minutes: what passes by itself is waited for, and a moment that is gone is said to be.
import { setTimeout as pause } from 'node:timers/promises';
import { exponentialBackoff } from '#platform/awaiting.js';
import { SnapshotLost } from '#projections/port/read-model-errors.js';
import { asPortFailure, isAway, isMomentGone, isMomentTooOld, why } from './mongo-errors.js';

const PATIENCE_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Throws `SnapshotLost`, and `ReadModelsUnavailable`. */
export async function retrySnapshotRead<T>(shown: string, read: () => Promise<T>): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isOver = isMomentTooOld(error) || performance.now() >= end;
      if (isOver && isMomentGone(error)) throw lost(shown, error);
      if (isOver || !(isAway(error) || isMomentGone(error))) throw asPortFailure(shown, error);
    }
    await pause(exponentialBackoff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
  }
}

function lost(shown: string, cause: unknown): SnapshotLost {
  return new SnapshotLost(
    `MongoDB at ${shown} no longer has the moment that was being compared (${why(cause)}). ` +
      'It keeps one for minSnapshotHistoryWindowInSeconds, which is 300 unless somebody set it. Raise it on every member, in mongosh: ' +
      'db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })',
    { cause },
  );
}
