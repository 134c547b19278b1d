// One moment of a generation, frozen: a snapshot session of MongoDB.
import type { ClientSession } from 'mongodb';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { Snapshot } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { withoutSnapshots } from './explain-connection-errors.js';
import { isNotSupported, why } from './mongo-errors.js';
import type { Fence } from './generation-fence.js';
import type { GenerationRecord } from './generation-record.js';
import { retrySnapshotRead } from './retry-snapshot-read.js';
import { finder, readsOf } from './read-documents.js';

export interface SnapshotSource {
  readonly connection: MongoConnection;
  readonly fence: Fence;
  readonly projection: string;
  readonly number: number;
}

/**
 * The server keeps it for five minutes, unless `minSnapshotHistoryWindowInSeconds` says otherwise.
 * Throws `ReadModelsUnavailable`, `SnapshotLost`, and `ReadModelsUnusable` where the server has no snapshots.
 */
export async function openSnapshot({
  connection,
  fence,
  projection,
  number,
}: SnapshotSource): Promise<Snapshot> {
  const session = connection.client.startSession({ snapshot: true });
  try {
    const record = await readSnapshotRecord(connection, fence.known._id, session);
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

interface FirstRead {
  /** Missing on servers that ignore the read concern. */
  readonly atClusterTime?: unknown;
  readonly firstBatch: readonly GenerationRecord[];
}

/** The first read of the session: the server chooses the moment, and all later reads name it. */
async function readSnapshotRecord(
  { database, shown }: MongoConnection,
  id: string,
  session: ClientSession,
): Promise<GenerationRecord> {
  const command = { find: 'checkpoints', filter: { _id: id }, limit: 1, singleBatch: true };
  const { cursor } = await retrySnapshotRead(shown, () => database.command(command, { session })).catch(
    (error: unknown) => {
      throw isNotSupported(error) ? withoutSnapshots(shown, why(error)) : error;
    },
  );
  const { atClusterTime, firstBatch } = cursor as FirstRead;
  // Checked first: of a collection that does not exist, MongoDB names no moment either.
  const record = firstBatch[0];
  if (!record) throw new ReadModelsUnavailable(`Generation ${id} was dropped meanwhile.`);
  if (atClusterTime === undefined) throw withoutSnapshots(shown, 'it ignores read concern "snapshot"');
  return record;
}
