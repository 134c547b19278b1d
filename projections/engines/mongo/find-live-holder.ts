// Whether whoever holds a lease is alive: it beats, or it stands still.
import { setTimeout as pause } from 'node:timers/promises';
import { presenceOf } from '#projections/lease/lease-holder.js';
import { PATIENCE_MS, isLeaseFree } from '#projections/lease/lease-keeper.js';
import { type Lease, holdLease } from '#projections/lease/lease.js';
import type { LeaseRecord } from '#projections/port/leases.js';
import type { MongoLeases } from './mongo-leases.js';

const LOOK_MS = 100;

export interface WatchedLease {
  /** Of the lease. */
  readonly name: string;
  readonly isOver: (record: LeaseRecord | undefined) => boolean;
  /** Milliseconds without a beat after which it counts as still. */
  readonly patience: number;
}

/** Its holder, as soon as it is seen to beat; undefined: it is over, or nothing has moved for so long. */
export async function liveHolder(
  leases: Pick<MongoLeases, 'lease'>,
  { name, isOver, patience }: WatchedLease,
): Promise<string | undefined> {
  const begun = performance.now();
  let first: LeaseRecord | undefined;
  for (;;) {
    const record = await leases.lease(name);
    if (isOver(record)) return undefined;
    first ??= record;
    if (record && (record.holder !== first?.holder || record.beat > first.beat)) return record.holder;
    if (performance.now() - begun > patience) return undefined;
    await pause(LOOK_MS);
  }
}

/** Nobody holds it, or a process of this machine that is gone. `me`: this process. */
export const isOverFor = (me: string) => (record: LeaseRecord | undefined) =>
  isLeaseFree(record) || presenceOf(record!.holder, me) === 'gone';

/** The lease, or the name of whoever else has it and beats. Where its holder stands still, it comes here by itself. */
export async function leaseOrHolder(
  leases: MongoLeases,
  name: string,
): Promise<{ readonly lease: Lease } | { readonly holder: string | undefined }> {
  const lease = await holdLease(leases, name);
  try {
    const isOver = () => lease.token !== undefined;
    const holder = await liveHolder(leases, { name, isOver, patience: 2 * PATIENCE_MS });
    if (holder === undefined && lease.token !== undefined) return { lease };
    await lease.giveBack();
    return { holder };
  } catch (error) {
    await lease.giveBack();
    throw error;
  }
}
