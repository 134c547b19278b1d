// Who fills a generation in bulk: alone, under a lease of its own. Others are told so, unless it stands still.
import { setTimeout as pause } from 'node:timers/promises';
import { holderName, inWords, presenceOf } from '../lease-holder.js';
import { PATIENCE_MS, isFree } from '../lease-law.js';
import { type Lease, holdLease } from '../lease.js';
import { GenerationInUse, type LeaseRecord } from '../read-model.js';
import type { Leases } from './leases.js';
import { fillingLease } from './contents.js';

const LOOK_MS = 100;

/** Give the lease back when it is filled. Throws `GenerationInUse`. */
export async function fill(leases: Leases, id: string): Promise<Lease> {
  const lease = await holdLease(leases, fillingLease(id));
  try {
    // Where its holder stands still, the lease comes here by itself.
    await untilStill(leases, id, () => lease.token !== undefined, 2 * PATIENCE_MS);
    if (lease.token === undefined) throw new GenerationInUse(`Generation ${id} is being filled already.`);
    return lease;
  } catch (error) {
    await lease.giveBack();
    throw error;
  }
}

/** Resolves when nobody fills it. Throws `GenerationInUse`. */
export async function notFilled(leases: Leases, id: string): Promise<void> {
  const me = holderName();
  const isOver = (record: LeaseRecord | undefined) =>
    isFree(record) || presenceOf(record!.holder, me) === 'gone';
  await untilStill(leases, id, isOver, PATIENCE_MS);
}

/** Looks until it is over, or nothing has moved for so many milliseconds. Throws `GenerationInUse` when something moves. */
async function untilStill(
  leases: Leases,
  id: string,
  isOver: (record: LeaseRecord | undefined) => boolean,
  patience: number,
): Promise<void> {
  const begun = performance.now();
  let first: LeaseRecord | undefined;
  for (;;) {
    const record = await leases.lease(fillingLease(id));
    if (isOver(record)) return;
    first ??= record;
    if (record && (record.holder !== first?.holder || record.beat > first.beat))
      throw new GenerationInUse(`Generation ${id} is being filled by ${inWords(record.holder)}.`);
    if (performance.now() - begun > patience) return;
    await pause(LOOK_MS);
  }
}
