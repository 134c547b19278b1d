/** Throws `late()`. The work itself goes on, and its result is dropped. */
export async function withTimeout<T>(
  milliseconds: number,
  answer: Promise<T>,
  late: () => Error,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds; attempts count from 0. Half is random, so that clients that failed together retry apart. */
export function computeExponentialBackoff(attempt: number, first: number, longest: number): number {
  const whole = Math.min(longest, first * 2 ** Math.min(attempt, 10));
  return whole / 2 + (Math.random() * whole) / 2;
}
