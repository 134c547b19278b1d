// Grants one process the right to bulk-load a generation; others are refused unless its holder is silent.
import { createHolderName, describeHolder } from '#projections/lease/lease-holder.js';
import { TAKEOVER_AFTER_MS } from '#projections/lease/lease-keeper.js';
import type { Lease } from '#projections/lease/lease.js';
import { GenerationInUse } from '#projections/port/read-model-errors.js';
import { bulkLoadLeaseName } from './generation-collections.js';
import type { MongoLeases } from './mongo-leases.js';
import { createIsOver, acquireLeaseOrFindHolder, findLiveHolder } from './find-live-holder.js';

/** Release the lease when done. Throws `GenerationInUse`. */
export async function acquireBulkLoadLease(leases: MongoLeases, id: string): Promise<Lease> {
  const got = await acquireLeaseOrFindHolder(leases, bulkLoadLeaseName(id));
  if ('lease' in got) return got.lease;
  throw generationInUseError(id, got.holder);
}

/** Resolves when no process bulk-loads it. Throws `GenerationInUse`. */
export async function waitForBulkLoad(leases: MongoLeases, id: string): Promise<void> {
  const isOver = createIsOver(createHolderName());
  const holder = await findLiveHolder(leases, {
    name: bulkLoadLeaseName(id),
    isOver,
    silenceLimit: TAKEOVER_AFTER_MS,
  });
  if (holder !== undefined) throw generationInUseError(id, holder);
}

const generationInUseError = (id: string, holder: string | undefined) =>
  new GenerationInUse(
    `Generation ${id} is being filled ${holder === undefined ? 'already' : `by ${describeHolder(holder)}`}.`,
  );
