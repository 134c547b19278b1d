import { setTimeout as pause } from 'node:timers/promises';
import { detectLiveness } from '#projections/lease/holder-identity.js';
import { TAKEOVER_AFTER_MS, isLeaseFree } from '#projections/lease/lease-keeper.js';
import { type Lease, holdLease } from '#projections/lease/lease.js';
import type { LeaseRecord } from '#projections/port/leases.js';
import type { MongoLeases } from './mongo-leases.js';

const POLL_MS = 100;

export interface WatchedLease {
  readonly name: string;
  readonly isOver: (record: LeaseRecord | undefined) => boolean;
  /** Milliseconds without a heartbeat until the holder counts as dead. */
  readonly silenceLimit: number;
}

export async function findLiveLeaseHolder(
  leases: Pick<MongoLeases, 'lease'>,
  { name, isOver, silenceLimit }: WatchedLease,
): Promise<string | undefined> {
  const begun = performance.now();
  let first: LeaseRecord | undefined;
  for (;;) {
    const record = await leases.lease(name);
    if (isOver(record)) return undefined;
    first ??= record;
    if (record && (record.holder !== first?.holder || record.beat > first.beat)) return record.holder;
    if (performance.now() - begun > silenceLimit) return undefined;
    await pause(POLL_MS);
  }
}

/** `me`: this process. */
export const createHolderGoneCheck = (me: string) => (record: LeaseRecord | undefined) =>
  isLeaseFree(record) || detectLiveness(record!.holder, me) === 'gone';

/** Takes over a silent holder's lease. */
export async function acquireLeaseOrFindHolder(
  leases: MongoLeases,
  name: string,
): Promise<{ readonly lease: Lease } | { readonly holder: string | undefined }> {
  const lease = await holdLease(leases, name);
  try {
    const isOver = () => lease.token !== undefined;
    const holder = await findLiveLeaseHolder(leases, { name, isOver, silenceLimit: 2 * TAKEOVER_AFTER_MS });
    if (holder === undefined && lease.token !== undefined) return { lease };
    await lease.release();
    return { holder };
  } catch (error) {
    await lease.release();
    throw error;
  }
}
