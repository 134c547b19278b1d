import type { ClientSession } from 'mongodb';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import type { Snapshot } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { noSnapshotReadsError } from './explain-connection-errors.js';
import { isSnapshotNotSupported, toErrorMessage } from './mongo-errors.js';
import type { GenerationFence } from './generation-fence.js';
import type { GenerationRecord } from './generation-record.js';
import { retrySnapshotRead } from './retry-snapshot-read.js';
import { createCollectionLookup, createDocumentReads } from './read-documents.js';

export interface SnapshotSource {
  readonly connection: MongoConnection;
  readonly fence: GenerationFence;
  readonly projection: string;
  readonly number: number;
}

/** Lasts five minutes unless `minSnapshotHistoryWindowInSeconds` differs. Throws `ReadModelsUnavailable`, `SnapshotLost`, `ReadModelsUnusable`. */
export async function openSnapshot({
  connection,
  fence,
  projection,
  number,
}: SnapshotSource): Promise<Snapshot> {
  const session = connection.client.startSession({ snapshot: true });
  try {
    const record = await readSnapshotRecord(connection, fence.lastKnown._id, session);
    const parts = { connection, session, record: () => record, read: () => Promise.resolve(record) };
    return {
      projection,
      number,
      ...createDocumentReads(parts, createCollectionLookup(parts)),
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

/** The session's first read fixes the snapshot for later ones. */
async function readSnapshotRecord(
  { database, displayUrl }: MongoConnection,
  id: string,
  session: ClientSession,
): Promise<GenerationRecord> {
  const command = { find: 'checkpoints', filter: { _id: id }, limit: 1, singleBatch: true };
  const { cursor } = await retrySnapshotRead(displayUrl, () => database.command(command, { session })).catch(
    (error: unknown) => {
      throw isSnapshotNotSupported(error) ? noSnapshotReadsError(displayUrl, toErrorMessage(error)) : error;
    },
  );
  const { atClusterTime, firstBatch } = cursor as FirstRead;
  // Missing collections yield no cluster time either.
  const record = firstBatch[0];
  if (!record) throw new ReadModelsUnavailable(`Generation ${id} was dropped meanwhile.`);
  if (atClusterTime === undefined)
    throw noSnapshotReadsError(displayUrl, 'it ignores read concern "snapshot"');
  return record;
}
