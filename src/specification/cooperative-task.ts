export type CooperativeTask<T> = Generator<undefined, T, undefined>;

export function runToCompletion<T>(work: CooperativeTask<T>): T {
  let piece = work.next();
  while (!piece.done) piece = work.next();
  return piece.value;
}

export function* mapInSteps<T, U>(
  items: Iterable<T>,
  each: (item: T, index: number) => U | CooperativeTask<U>,
): CooperativeTask<U[]> {
  const done: U[] = [];
  for (const item of items) {
    const made = each(item, done.length);
    done.push(isCooperativeTask(made) ? yield* made : made);
    yield;
  }
  return done;
}

function isCooperativeTask<U>(made: U | CooperativeTask<U>): made is CooperativeTask<U> {
  return typeof made === 'object' && made !== null && Symbol.iterator in made && 'throw' in made;
}
