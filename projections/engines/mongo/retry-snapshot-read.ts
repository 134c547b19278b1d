import { setTimeout as pause } from 'node:timers/promises';
import { computeExponentialBackoff } from '#platform/timeouts.js';
import { SnapshotLost } from '#projections/port/read-model-errors.js';
import {
  toReadModelsError,
  isUnavailable,
  isSnapshotUnavailable,
  isSnapshotTooOld,
  toErrorMessage,
} from './mongo-errors.js';

const RETRY_FOR_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Throws `SnapshotLost`, `ReadModelsUnavailable`. */
export async function retrySnapshotRead<T>(shown: string, read: () => Promise<T>): Promise<T> {
  const end = performance.now() + RETRY_FOR_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      const isOver = isSnapshotTooOld(error) || performance.now() >= end;
      if (isOver && isSnapshotUnavailable(error)) throw snapshotLostError(shown, error);
      if (isOver || !(isUnavailable(error) || isSnapshotUnavailable(error)))
        throw toReadModelsError(shown, error);
    }
    await pause(computeExponentialBackoff(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
  }
}

function snapshotLostError(shown: string, cause: unknown): SnapshotLost {
  return new SnapshotLost(
    `MongoDB at ${shown} no longer has the moment that was being compared (${toErrorMessage(cause)}). ` +
      'It keeps one for minSnapshotHistoryWindowInSeconds, which is 300 unless somebody set it. Raise it on every member, in mongosh: ' +
      'db.adminCommand({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 3600 })',
    { cause },
  );
}
