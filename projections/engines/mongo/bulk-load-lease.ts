// Who fills a generation in bulk: alone, under a lease of its own. Others are told so, unless it stands still.
import { holderName, describeHolder } from '#projections/lease/lease-holder.js';
import { PATIENCE_MS } from '#projections/lease/lease-keeper.js';
import type { Lease } from '#projections/lease/lease.js';
import { GenerationInUse } from '#projections/port/read-model-errors.js';
import { fillingLease } from './generation-collections.js';
import type { MongoLeases } from './mongo-leases.js';
import { isOverFor, leaseOrHolder, liveHolder } from './find-live-holder.js';

/** Give the lease back when it is filled. Throws `GenerationInUse`. */
export async function fill(leases: MongoLeases, id: string): Promise<Lease> {
  const got = await leaseOrHolder(leases, fillingLease(id));
  if ('lease' in got) return got.lease;
  throw inUse(id, got.holder);
}

/** Resolves when nobody fills it. Throws `GenerationInUse`. */
export async function notFilled(leases: MongoLeases, id: string): Promise<void> {
  const isOver = isOverFor(holderName());
  const holder = await liveHolder(leases, { name: fillingLease(id), isOver, patience: PATIENCE_MS });
  if (holder !== undefined) throw inUse(id, holder);
}

const inUse = (id: string, holder: string | undefined) =>
  new GenerationInUse(
    `Generation ${id} is being filled ${holder === undefined ? 'already' : `by ${describeHolder(holder)}`}.`,
  );
