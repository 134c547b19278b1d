import type { ReadModels } from '#projections/port/read-models.js';
import { type MongoConnection, connectToMongo } from './mongo-connection.js';
import { toGenerationId, dropOrphanedCollections } from './generation-collections.js';
import { acquireBulkLoadLease, waitForBulkLoad } from './bulk-load-lease.js';
import { GenerationFence, killSession } from './generation-fence.js';
import { createGenerationRecordReader } from './generation-record.js';
import { createMongoLeases } from './mongo-leases.js';
import { createMongoGeneration } from './mongo-generation.js';
import { createMongoReadMarkers } from './mongo-read-markers.js';
import { createMongoBackgroundCheckpoints } from './mongo-background-checkpoints.js';
import { createMongoBackgroundDocuments } from './mongo-background-documents.js';
import { createGenerationRegistry } from './generation-registry.js';
import { createMongoSkippedEventStore } from './mongo-skipped-event-store.js';
import { createMongoProjectionFailureStore } from './mongo-projection-failure-store.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

const POLL_MS = 250;

/** `url`: `mongodb://host/daybook`. Throws `ReadModelsUnusable` or `ReadModelsUnavailable`. Close all generations first. */
export async function openMongoReadModels(url: string): Promise<ReadModels> {
  const connection = await connectToMongo(url);
  try {
    return await createMongoReadModels(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function createMongoReadModels(connection: MongoConnection): Promise<ReadModels> {
  const registry = createGenerationRegistry(connection);
  const leases = createMongoLeases(connection);
  const readRecord = createGenerationRecordReader(connection);
  await dropOrphanedCollections(connection, registry.generations);
  const changes = pollForChanges(registry.readChanges, await connection.runOperation(registry.readChanges));
  return {
    ...leases,
    ...createMongoReadMarkers(connection),
    ...createMongoBackgroundCheckpoints(connection),
    ...createMongoBackgroundDocuments(connection),
    ...createMongoSkippedEventStore(connection),
    ...createMongoProjectionFailureStore(connection),
    generations: registry.generations,
    create: registry.create,
    createUnless: registry.createUnless,
    async active(projection) {
      return (await registry.generations(projection)).find(({ state }) => state === 'active');
    },
    async open(projection, number, shapeOf, { bulk = false, token } = {}) {
      const id = toGenerationId(projection, number);
      const bulkLoadLease = bulk ? await acquireBulkLoadLease(leases, id) : undefined;
      try {
        if (!bulk) await waitForBulkLoad(leases, id);
        const fence = await GenerationFence.open(connection, readRecord, { id, token });
        if (bulk) await fenceOffEarlierWriter(connection, fence);
        return createMongoGeneration({ connection, fence, projection, number, shapeOf, bulkLoadLease });
      } catch (error) {
        await bulkLoadLease?.release();
        throw error;
      }
    },
    async quarantine(projection, number) {
      await registry.quarantine(projection, number);
      await changes.look();
    },
    async activate(projection, number, found) {
      await registry.activate(projection, number, found);
      await changes.look();
    },
    async drop(projection, number) {
      await registry.drop(projection, number);
      await changes.look();
    },
    onChange: changes.listen,
    async close() {
      changes.end();
      await connection.close();
    },
  };
}

/** So that a silent earlier bulk loader can write no more. */
async function fenceOffEarlierWriter(connection: MongoConnection, fence: GenerationFence): Promise<void> {
  await killSession(connection, fence.lastKnown.session);
  await fence.advance({ session: null });
}

function pollForChanges(changes: () => Promise<string>, first: string) {
  const listeners = new Set<() => void>();
  let lastChanges = first;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const once = async () => {
    const now = await changes();
    if (now === lastChanges) return;
    lastChanges = now;
    for (const listener of listeners) listener();
  };
  const look = () =>
    (looking ??= once()
      .catch(() => {})
      .finally(() => (looking = undefined)));
  return {
    look,
    listen(listener: () => void) {
      listeners.add(listener);
      timer ??= setInterval(() => void look().catch(throwUncaught), POLL_MS).unref();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    end() {
      clearInterval(timer);
      listeners.clear();
    },
  };
}
