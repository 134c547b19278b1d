// Before anything is served: a read model whose file is damaged or gone gives way to an empty one, which the log fills.
import { DamagedGeneration, type ReadModels } from '../projections/read-model.js';
import type { AnyProjection } from '../projections/projection.js';

/** Returns the names of the read models that are built anew. */
export async function replaceDamaged(
  readModels: ReadModels,
  projections: readonly AnyProjection[],
): Promise<readonly string[]> {
  const replaced: string[] = [];
  for (const { name, version } of projections) {
    const active = await readModels.active(name);
    if (!active || (await canBeRead(readModels, name, active.number))) continue;
    const { number } = await readModels.create(name, version);
    await readModels.activate(name, number);
    await readModels.drop(name, active.number);
    replaced.push(name);
  }
  return replaced;
}

async function canBeRead(readModels: ReadModels, name: string, number: number): Promise<boolean> {
  try {
    await (await readModels.open(name, number, () => undefined)).close();
    return true;
  } catch (error) {
    if (error instanceof DamagedGeneration) return false;
    throw error;
  }
}
