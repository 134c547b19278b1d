// Long work in pieces: whoever has it done says what comes between two of them, which may be nothing at all.

/** Answers what comes of it; yields where it can be interrupted. */
export type Stepwise<T> = Generator<undefined, T, undefined>;

export function atOnce<T>(work: Stepwise<T>): T {
  let piece = work.next();
  while (!piece.done) piece = work.next();
  return piece.value;
}

/** One after the other, each a piece, or made of them. */
export function* oneByOne<T, U>(
  items: Iterable<T>,
  each: (item: T, index: number) => U | Stepwise<U>,
): Stepwise<U[]> {
  const done: U[] = [];
  for (const item of items) {
    const made = each(item, done.length);
    done.push(isInPieces(made) ? yield* made : made);
    yield;
  }
  return done;
}

function isInPieces<U>(made: U | Stepwise<U>): made is Stepwise<U> {
  return typeof made === 'object' && made !== null && Symbol.iterator in made && 'throw' in made;
}
