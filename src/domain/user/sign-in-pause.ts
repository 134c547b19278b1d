// How long nobody may try passwords for a person's name, after too many wrong ones.

/** So many wrong passwords in a row, then there is a pause. */
export const MOST_FAILURES = 10;
const WINDOW_MS = 5 * 60_000;

/**
 * Seconds; 0 = go on. `failures`: instants of wrong passwords since the last right one, the latest ten. A clock that
 * jumped leaves nobody waiting much longer than the pause.
 */
export function signInPause(failures: readonly string[], now: string): number {
  if (failures.length < MOST_FAILURES) return 0;
  const apart = Math.abs(Date.parse(now) - Date.parse(failures.at(-MOST_FAILURES)!));
  return Math.max(0, Math.ceil((WINDOW_MS - apart) / 1000));
}
