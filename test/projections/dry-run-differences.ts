// What a replay of an installation's log would change: nothing, one hopes.
import type { Installation } from '#installation/installation.js';
import { allProjections, fixedShapes } from '#projections/all-projections.js';
import { createPublishedShapes } from '#projections/read-models/records/records-read-model.js';
import { replay } from '#projections/replay/replay.js';

/** Projections that it would make differently. */
export async function findDryRunDifferences({
  store,
  readModels,
  specifications,
}: Installation): Promise<readonly string[]> {
  const shapes = createPublishedShapes();
  shapes.learn(await specifications.all());
  const shapeOf = (projection: string, collection: string) =>
    fixedShapes[projection] ?? shapes.of(collection);
  const all = await replay({ store, readModels, projections: allProjections, shapeOf, dryRun: true });
  if (all.length !== allProjections.length) throw new Error('not all were replayed');
  return all
    .filter(({ comparison }) => !comparison || comparison.different > 0)
    .map(({ projection }) => projection);
}
