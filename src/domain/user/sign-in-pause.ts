// Grows, but never locks a person out.

export interface FailedSignIn {
  readonly at: string;
  readonly from: string | undefined;
}

export const MAX_FAILURES = 50;
export const MAX_FAMILIAR_ADDRESSES = 10;

interface PauseGrowth {
  readonly free: number;
  /** Seconds. */
  readonly longest: number;
}

const FIRST = 15;
const FROM_ONE: PauseGrowth = { free: 5, longest: 15 * 60 };
/** Against distributed guessing. */
const FROM_ALL: PauseGrowth = { free: 20, longest: 5 * 60 };
const FORGOTTEN_AFTER_MS = 24 * 3_600_000;

export interface SignInAttempt {
  readonly from: string | undefined;
  readonly now: string;
}

/** Seconds. At a familiar address only its own failures count, so that guessing elsewhere locks nobody out. */
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

/** Absolute, so that a clock jump cannot prolong the pause. */
const computeDistance = (one: string, other: string): number => Math.abs(Date.parse(other) - Date.parse(one));

export const addFailure = (
  failures: readonly FailedSignIn[],
  failure: FailedSignIn,
): readonly FailedSignIn[] => [...failures, failure].slice(-MAX_FAILURES);

export const removeFailuresFromAddress = (failures: readonly FailedSignIn[], from: string | undefined) =>
  failures.filter((failure) => failure.from !== from);

export const addFamiliarAddress = (
  familiar: readonly string[],
  from: string | undefined,
): readonly string[] =>
  from === undefined
    ? familiar
    : [...familiar.filter((each) => each !== from), from].slice(-MAX_FAMILIAR_ADDRESSES);
