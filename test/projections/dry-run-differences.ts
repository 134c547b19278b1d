import type { Installation } from '#installation/installation.js';
import { allProjections, fixedIndexes } from '#projections/all-projections.js';
import { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import { replay } from '#projections/replay/replay.js';

/** Projections whose replay would differ. */
export async function findDryRunDifferences({
  store,
  readModels,
  specifications,
}: Installation): Promise<readonly string[]> {
  const shapes = createRecordsIndexRegistry();
  shapes.learn(await specifications.all());
  const shapeOf = (projection: string, collection: string) =>
    fixedIndexes[projection] ?? shapes.of(collection);
  const all = await replay({ store, readModels, projections: allProjections, shapeOf, dryRun: true });
  if (all.length !== allProjections.length) throw new Error('not all were replayed');
  return all
    .filter(({ comparison }) => !comparison || comparison.different > 0)
    .map(({ projection }) => projection);
}
