// Milliseconds between two runs.

/** Clocks jump and other processes write. */
export const LONGEST_WAIT_MS = 30_000;
export const RETRY_MS = 1_000;
/** So that a run does not come a moment too early. */
const MARGIN_MS = 20;

/** Both instants are of the same clock. `next` undefined: nothing waits. */
export function computeWaitUntilDue(next: string | undefined, now: string): number {
  if (next === undefined) return LONGEST_WAIT_MS;
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Date.parse(next) - Date.parse(now)) + MARGIN_MS);
}
