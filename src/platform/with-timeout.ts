// Waits for an answer, but not for ever.

/** What the promise gives; after so many milliseconds throws what `late` makes. The work itself goes on, and nobody listens. */
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
