// Whether a host is asked at all: one that failed several times in a row is left alone for a while, then asked once. Pure.

export interface Breaker {
  /** Failures in a row. */
  readonly failures: number;
  /** Milliseconds by a clock that never jumps: nobody is asked before; undefined: it is closed. */
  readonly until?: number;
  /** true: somebody is out to find out whether it is well again. */
  readonly trying: boolean;
}

export const CLOSED: Breaker = { failures: 0, trying: false };

const IN_A_ROW = 5;
const FIRST_MS = 5_000;
const LONGEST_MS = 300_000;

export function allowsCall({ until, trying }: Breaker, now: number): boolean {
  return until === undefined || (now >= until && !trying);
}

export const trialStarted = (breaker: Breaker): Breaker =>
  breaker.until === undefined ? breaker : { ...breaker, trying: true };

export function failed({ failures: before }: Breaker, now: number): Breaker {
  const failures = before + 1;
  if (failures < IN_A_ROW) return { failures, trying: false };
  const pause = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - IN_A_ROW));
  return { failures, until: now + pause, trying: false };
}
