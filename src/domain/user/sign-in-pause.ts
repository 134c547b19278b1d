// How long to wait before the next password of a person is tried, after wrong ones. It grows, and nobody is locked out.

export interface FailedSignIn {
  /** When it was recorded, an ISO 8601 instant. */
  readonly at: string;
  /** Keyed digest of the network address it came from; undefined: it was not written down. */
  readonly from: string | undefined;
}

/** More are not kept in mind: from then on the longest wait holds anyhow. */
export const MAX_FAILURES = 50;
/** Addresses of right passwords that are remembered. */
export const MAX_FAMILIAR_ADDRESSES = 10;

interface PauseGrowth {
  /** So many wrong ones cost nothing. */
  readonly free: number;
  /** Seconds; from `FIRST` on each further one doubles it up to here. */
  readonly longest: number;
}

const FIRST = 15;
/** From one address: somebody who mistypes, or who guesses. */
const FROM_ONE: PauseGrowth = { free: 5, longest: 15 * 60 };
/** From all addresses from which nobody signed in as this person yet: somebody who guesses from many. */
const FROM_ALL: PauseGrowth = { free: 20, longest: 5 * 60 };
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

export interface SignInAttempt {
  readonly from: string | undefined;
  readonly now: string;
}

/**
 * Seconds; 0 = go on. `failures`: oldest first. Who comes from an address where the right password was given before waits
 * only for the wrong ones from there: guessing elsewhere does not keep people out.
 */
export function computeSignInPause(
  failures: readonly FailedSignIn[],
  familiar: readonly string[],
  { from, now }: SignInAttempt,
): number {
  const counted = failures.filter(({ at }) => computeDistance(at, now) < FORGOTTEN_AFTER_MS);
  const own = computeWait(
    counted.filter((failure) => failure.from === from),
    FROM_ONE,
    now,
  );
  if (from !== undefined && familiar.includes(from)) return own;
  const others = counted.filter((failure) => failure.from === undefined || !familiar.includes(failure.from));
  return Math.max(own, computeWait(others, FROM_ALL, now));
}

function computeWait(failures: readonly FailedSignIn[], { free, longest }: PauseGrowth, now: string): number {
  const last = failures.at(-1);
  if (!last || failures.length < free) return 0;
  const seconds = Math.min(longest, FIRST * 2 ** (failures.length - free));
  return Math.max(0, Math.ceil(seconds - computeDistance(last.at, now) / 1000));
}

/** A clock that jumped leaves nobody waiting longer than the pause. */
const computeDistance = (one: string, other: string): number => Math.abs(Date.parse(other) - Date.parse(one));

/** One more; those from the same address are forgotten once the right password comes from there. */
export const addFailure = (
  failures: readonly FailedSignIn[],
  failure: FailedSignIn,
): readonly FailedSignIn[] => [...failures, failure].slice(-MAX_FAILURES);

export const removeFailuresFrom = (failures: readonly FailedSignIn[], from: string | undefined) =>
  failures.filter((failure) => failure.from !== from);

export const addFamiliarAddress = (
  familiar: readonly string[],
  from: string | undefined,
): readonly string[] =>
  from === undefined
    ? familiar
    : [...familiar.filter((each) => each !== from), from].slice(-MAX_FAMILIAR_ADDRESSES);
