// How long background workers wait between two runs, in milliseconds.

/** Clocks jump and other processes write: what is due is looked for at least this often. */
export const LONGEST_WAIT_MS = 30_000;
export const RETRY_MS = 1_000;
/** Added so that a run does not come a moment too early. */
const MARGIN_MS = 20;

/** Until `next` is due at `now`, both instants of the same clock. `next` undefined: nothing waits. */
export function waitUntilDue(next: string | undefined, now: string): number {
  if (next === undefined) return LONGEST_WAIT_MS;
  return Math.min(LONGEST_WAIT_MS, Math.max(0, Date.parse(next) - Date.parse(now)) + MARGIN_MS);
}
