// A generation whose damage does not go unheard: whatever is asked of it, somebody is told before the asker is.
import { DamagedGeneration } from '../port/failures.js';
import type { Generation } from '../port/generation.js';

type DamageListener = () => Promise<void>;

/** Runs it; damage is told before it is thrown. */
export async function reportingDamage<T>(run: () => Promise<T>, told: DamageListener): Promise<T> {
  try {
    return await run();
  } catch (error) {
    // That it could not be told is no reason to say anything else: it is met again.
    if (error instanceof DamagedGeneration) await told().catch(() => {});
    throw error;
  }
}

async function* reportingAll<T>(all: AsyncIterable<T>, told: DamageListener): AsyncIterable<T> {
  try {
    yield* all;
  } catch (error) {
    if (error instanceof DamagedGeneration) await told().catch(() => {});
    throw error;
  }
}

export function watchedGeneration(generation: Generation, condemn: DamageListener): Generation {
  let once: Promise<void> | undefined;
  const told = () => (once ??= condemn());
  const asking =
    <Parts extends readonly unknown[], T>(ask: (...parts: Parts) => Promise<T>) =>
    (...parts: Parts) =>
      reportingDamage(() => ask(...parts), told);
  return {
    projection: generation.projection,
    number: generation.number,
    checkpoint: asking(() => generation.checkpoint()),
    get: <Doc>(collection: string, id: string) =>
      reportingDamage(() => generation.get<Doc>(collection, id), told),
    find: <Doc>(...asked: Parameters<Generation['find']>) =>
      reportingDamage(() => generation.find<Doc>(...asked), told),
    count: asking((...asked: Parameters<Generation['count']>) => generation.count(...asked)),
    countBy: asking((...asked: Parameters<Generation['countBy']>) => generation.countBy(...asked)),
    aggregate: asking((...asked: Parameters<Generation['aggregate']>) => generation.aggregate(...asked)),
    collections: asking(() => generation.collections()),
    scan: <Doc>(collection: string) => reportingAll(generation.scan<Doc>(collection), told),
    blocks: (collection) => reportingAll(generation.blocks(collection), told),
    write: asking((...asked: Parameters<Generation['write']>) => generation.write(...asked)),
    reshape: asking(() => generation.reshape()),
    snapshot: asking(() => generation.snapshot()),
    close: () => generation.close(),
  };
}
