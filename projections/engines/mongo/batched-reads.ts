const MAX_BATCH = 1_000;

interface ReadBatch<T> {
  readonly ids: Set<string>;
  readonly found: Promise<ReadonlyMap<string, T>>;
}

type BatchTurn = () => Promise<unknown>;

/** `readMany` gets up to a thousand ids per call. */
export function createBatchedRead<T>(
  readMany: (ids: readonly string[]) => Promise<ReadonlyMap<string, T>>,
  turn: BatchTurn = () => Promise.resolve(),
): (id: string) => Promise<T | undefined> {
  let batch: ReadBatch<T> | undefined;
  const begin = (): ReadBatch<T> => {
    const ids = new Set<string>();
    const found = turn().then(() => {
      if (batch?.ids === ids) batch = undefined;
      return readMany([...ids]);
    });
    return { ids, found };
  };
  return async (id) => {
    if (batch === undefined || batch.ids.size >= MAX_BATCH) batch = begin();
    const { ids, found } = batch;
    ids.add(id);
    return (await found).get(id);
  };
}
