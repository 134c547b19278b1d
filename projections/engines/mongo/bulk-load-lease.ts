import { createHolderId, describeHolder } from '#projections/lease/holder-identity.js';
import { TAKEOVER_AFTER_MS } from '#projections/lease/lease-keeper.js';
import type { Lease } from '#projections/lease/lease.js';
import { GenerationInUse } from '#projections/port/read-model-errors.js';
import { toBulkLoadLeaseName } from './generation-collections.js';
import type { MongoLeases } from './mongo-leases.js';
import {
  createHolderGoneCheck,
  acquireLeaseOrFindHolder,
  findLiveLeaseHolder,
} from './find-live-lease-holder.js';

/** Release the lease when done. Throws `GenerationInUse`. */
export async function acquireBulkLoadLease(leases: MongoLeases, id: string): Promise<Lease> {
  const got = await acquireLeaseOrFindHolder(leases, toBulkLoadLeaseName(id));
  if ('lease' in got) return got.lease;
  throw generationInUseError(id, got.holder);
}

/** Throws `GenerationInUse`. */
export async function waitForBulkLoad(leases: MongoLeases, id: string): Promise<void> {
  const isOver = createHolderGoneCheck(createHolderId());
  const holder = await findLiveLeaseHolder(leases, {
    name: toBulkLoadLeaseName(id),
    isOver,
    silenceLimit: TAKEOVER_AFTER_MS,
  });
  if (holder !== undefined) throw generationInUseError(id, holder);
}

const generationInUseError = (id: string, holder: string | undefined) =>
  new GenerationInUse(
    `Generation ${id} is being filled ${holder === undefined ? 'already' : `by ${describeHolder(holder)}`}.`,
  );
