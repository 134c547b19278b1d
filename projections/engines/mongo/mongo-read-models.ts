// Read models on MongoDB: generations as collections, behind a fence each, for any number of processes.
import type { ReadModels } from '#projections/port/read-models.js';
import { type MongoConnection, connect } from './mongo-connection.js';
import { generationId, removeLeftOvers } from './generation-collections.js';
import { fill, notFilled } from './bulk-load-lease.js';
import { Fence, killSession } from './generation-fence.js';
import { recordReader } from './generation-record.js';
import { leasesOf } from './mongo-leases.js';
import { mongoGeneration } from './mongo-generation.js';
import { readPositionsOf } from './mongo-read-positions.js';
import { registryOf } from './generation-registry.js';
import { skipsOf } from './skipped-events.js';
import { projectionFailuresOf } from './projection-failures.js';

const LOOK_EVERY_MS = 250;

/**
 * `url`: `mongodb://host/daybook`; the path names the database. Options in it win over Daybook's own.
 * Throws `ReadModelsUnusable` or `ReadModelsUnavailable`, after ten seconds at most.
 * `generation.close()` each generation before closing.
 */
export async function openMongoReadModels(url: string): Promise<ReadModels> {
  const connection = await connect(url);
  try {
    return await readModelsOn(connection);
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function readModelsOn(connection: MongoConnection): Promise<ReadModels> {
  const registry = registryOf(connection);
  const leases = leasesOf(connection);
  const readRecord = recordReader(connection);
  await removeLeftOvers(connection, registry.generations);
  const changes = watch(registry.changes, await connection.reach(registry.changes));
  return {
    ...leases,
    ...readPositionsOf(connection),
    ...skipsOf(connection),
    ...projectionFailuresOf(connection),
    generations: registry.generations,
    create: registry.create,
    async active(projection) {
      return (await registry.generations(projection)).find(({ state }) => state === 'active');
    },
    async open(projection, number, shapeOf, { bulk = false, token } = {}) {
      const id = generationId(projection, number);
      const filling = bulk ? await fill(leases, id) : undefined;
      try {
        if (!bulk) await notFilled(leases, id);
        const fence = await Fence.open(connection, readRecord, { id, token });
        if (bulk) await takeOver(connection, fence);
        return mongoGeneration({ connection, fence, projection, number, shapeOf, filling });
      } catch (error) {
        await filling?.giveBack();
        throw error;
      }
    },
    async condemn(projection, number) {
      await registry.condemn(projection, number);
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

/** One that filled it before, and stands still, writes nothing any more. */
async function takeOver(connection: MongoConnection, fence: Fence): Promise<void> {
  await killSession(connection, fence.known.session);
  await fence.advance({ session: null });
}

function watch(changes: () => Promise<string>, first: string) {
  const listeners = new Set<() => void>();
  let seen = first;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  const once = async () => {
    const now = await changes();
    if (now === seen) return;
    seen = now;
    for (const listener of listeners) listener();
  };
  /** An engine that is away is asked again later. */
  const look = () =>
    (looking ??= once()
      .catch(() => {})
      .finally(() => (looking = undefined)));
  return {
    look,
    listen(listener: () => void) {
      listeners.add(listener);
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS).unref();
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
