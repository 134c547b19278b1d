// When a call is tried again: later each time, and not all at once.
import type { Call } from '#specification/specification.js';

const LONGEST = 24 * 3_600_000;

/** Milliseconds after the `tries`-th failed attempt. `chance`: from 0 to 1. */
export function retryDelay({ wait }: Call['retries'], tries: number, chance: number): number {
  const grown = Math.min(LONGEST, wait * 2 ** (tries - 1));
  return Math.round(grown * (0.75 + chance / 2));
}
