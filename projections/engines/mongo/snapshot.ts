// One moment of a generation, frozen: by MongoDB itself where it keeps moments, or else by a copy in a temporary folder.
import type { ClientSession } from 'mongodb';
import { ReadModelsUnavailable, SnapshotLost } from '#projections/port/failures.js';
import type { Snapshot } from '#projections/port/generation.js';
import type { MongoConnection } from './connection.js';
import { copiedSnapshot, type SnapshotSource } from './copied-snapshot.js';
import { isNotSupported } from './failures.js';
import type { GenerationRecord } from './generation-record.js';
import { retrySnapshotRead } from './patient-reads.js';
import { finder, readsOf } from './reads.js';

/** Throws `ReadModelsUnavailable`, and `GenerationInUse` where it has to be copied and another process does so. */
export async function snapshotOf(of: SnapshotSource): Promise<Snapshot> {
  return (await sessionSnapshot(of)) ?? copiedSnapshot(of);
}

/** The server keeps a moment for five minutes, if it is not told otherwise. undefined: it keeps none. */
async function sessionSnapshot({
  connection,
  fence,
  projection,
  number,
}: SnapshotSource): Promise<Snapshot | undefined> {
  const session = connection.client.startSession({ snapshot: true });
  try {
    const record = await recordOfMoment(connection, fence.known._id, session);
    if (!record) {
      await session.endSession();
      return undefined;
    }
    const parts = { connection, session, record: () => record, read: () => Promise.resolve(record) };
    return {
      projection,
      number,
      ...readsOf(parts, finder(parts)),
      checkpoint: () => Promise.resolve(record.checkpoint),
      close: () => session.endSession(),
    };
  } catch (error) {
    await session.endSession();
    throw error;
  }
}

/** The first read chooses the moment, and is told which. Servers that ignore what they do not know tell none. */
async function recordOfMoment(
  { database, shown }: MongoConnection,
  id: string,
  session: ClientSession,
): Promise<GenerationRecord | undefined> {
  const ask = { find: 'checkpoints', filter: { _id: id }, limit: 1, singleBatch: true };
  try {
    const { cursor } = await retrySnapshotRead(shown, () => database.command(ask, { session }));
    const { atClusterTime, firstBatch } = cursor as {
      atClusterTime?: unknown;
      firstBatch: GenerationRecord[];
    };
    if (atClusterTime === undefined) return undefined;
    if (firstBatch[0]) return firstBatch[0];
  } catch (error) {
    if (isNotSupported(error) || error instanceof SnapshotLost) return undefined;
    throw error;
  }
  throw new ReadModelsUnavailable(`Generation ${id} was dropped meanwhile.`);
}
