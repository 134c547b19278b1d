import type { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import type { Lease } from '#projections/lease/lease.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { throwUncaught } from '#platform/throw-uncaught.js';
import type { PublishedSpecifications } from '../query-handling/query-dependencies.js';

interface ShapedInstallation {
  readonly projections: RunningProjections;
  readonly specifications: PublishedSpecifications;
  readonly shapes: ReturnType<typeof createRecordsIndexRegistry>;
  readonly lease: Lease;
}

/** New versions may need new indexes; only the builder creates them. */
export async function followIndexShapes({
  projections,
  specifications,
  shapes,
  lease,
}: ShapedInstallation): Promise<() => void> {
  // The projection's health has the error; pages are at worst slow.
  const reshape = async () => {
    if (shapes.learn(await specifications.all())) await projections.reshape();
  };
  const learn = () => reshape().catch(() => {});
  await learn();
  const ends = [
    lease.onChange(() => void learn().catch(throwUncaught)),
    projections.onWritten(({ projection }) => {
      if (projection === 'specifications') learn().catch(throwUncaught);
    }),
  ];
  return () => ends.forEach((end) => end());
}
