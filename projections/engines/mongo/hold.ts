// Holds a generation still while it is copied, for servers that keep no moments: whoever builds it waits, and nobody else.
import { setTimeout as pause } from 'node:timers/promises';
import { holderName } from '#projections/lease/lease-holder.js';
import { PATIENCE_MS } from '#projections/lease/lease-keeper.js';
import { GenerationInUse } from '#projections/port/failures.js';
import type { MongoConnection } from './connection.js';
import { holdingLease } from './contents.js';
import { type GenerationRecord, newStamp, recordsOf } from './generation-record.js';
import { leasesOf } from './leases.js';
import { isOverFor, leaseOrHolder, liveHolder } from './live-holder.js';

const LOOK_MS = 50;

/** Thrown to a writer: nothing was written, and the same may be tried again after `untilReleased`. */
export class WritesHeld extends Error {
  override readonly name = 'WritesHeld';
}

/**
 * Runs it while nobody writes to the generation. Throws `GenerationInUse` where another process holds it, or where this one
 * stood still for so long that whoever builds it went on.
 */
export async function heldStill<T>(
  connection: MongoConnection,
  id: string,
  run: (record: GenerationRecord) => Promise<T>,
): Promise<T> {
  // Its beats tell those who wait that this process is alive.
  const got = await leaseOrHolder(leasesOf(connection), holdingLease(id));
  if (!('lease' in got)) throw inUse(id);
  try {
    return await held(connection, id, run);
  } finally {
    await got.lease.giveBack();
  }
}

async function held<T>(
  connection: MongoConnection,
  id: string,
  run: (record: GenerationRecord) => Promise<T>,
): Promise<T> {
  const records = recordsOf(connection);
  const mark = newStamp();
  const release = () => connection.reach(() => records.updateOne({ _id: id, held: mark }, { $set: FREE }));
  try {
    const record = await connection.reach(() =>
      records.findOneAndUpdate({ _id: id }, { $set: { held: mark } }, { returnDocument: 'after' }),
    );
    if (!record) throw inUse(id);
    const result = await run(record);
    if ((await release()).matchedCount === 0) throw inUse(id);
    return result;
  } catch (error) {
    // Where it cannot be released now, those who wait find out that nobody beats.
    await release().catch(() => {});
    throw error;
  }
}

const FREE = { held: null };

const inUse = (id: string) =>
  new GenerationInUse(`Generation ${id} is being copied by another process. Try again when it is done.`);

/** For who writes: resolves when it is held by nobody any more, at the latest when its holder stands still. */
export async function untilReleased(connection: MongoConnection, id: string): Promise<void> {
  const records = recordsOf(connection);
  const leases = leasesOf(connection);
  const isOver = isOverFor(holderName());
  for (;;) {
    const record = await connection.reach(() => records.findOne({ _id: id }));
    if (!record?.held) return;
    const holder = await liveHolder(leases, { name: holdingLease(id), isOver, patience: PATIENCE_MS });
    if (holder !== undefined) await pause(LOOK_MS);
    else await connection.reach(() => records.updateOne({ _id: id, held: record.held }, { $set: FREE }));
  }
}
