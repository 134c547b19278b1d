import type { GenerationInfo } from '#projections/port/generation.js';
import type { MongoConnection } from './mongo-connection.js';
import { isNamespaceMissing } from './mongo-errors.js';
import type { GenerationRecord } from './generation-record.js';

export const toGenerationId = (projection: string, number: number) => `${projection}.${number}`;

export const toCollectionsPrefix = (id: string) => `g.${id}.`;

export const toBulkLoadLeaseName = (id: string) => `filling ${id}`;

export async function dropGenerationData(
  { database, runOperation }: MongoConnection,
  id: string,
): Promise<void> {
  await runOperation(async () => {
    await database.collection<GenerationRecord>('checkpoints').deleteOne({ _id: id });
    await database.collection<{ _id: string }>('leases').deleteOne({ _id: toBulkLoadLeaseName(id) });
    for (const name of await listCollectionNames(database, toCollectionsPrefix(id)))
      await dropIfExists(database, name);
  });
}

async function listCollectionNames(database: MongoConnection['database'], prefix: string): Promise<string[]> {
  const all = await database.listCollections({}, { nameOnly: true }).toArray();
  return all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
}

/** Left by processes that died while dropping them. */
export async function dropOrphanedCollections(
  { database, runOperation }: MongoConnection,
  generations: () => Promise<readonly GenerationInfo[]>,
): Promise<void> {
  const names = await runOperation(() => listCollectionNames(database, 'g.'));
  if (names.length === 0) return;
  const known = new Set(
    (await generations()).map(({ projection, number }) => toGenerationId(projection, number)),
  );
  for (const name of names) {
    const id = /^g\.([a-z][a-z0-9-]*\.\d+)\./.exec(name)?.[1];
    if (id !== undefined && !known.has(id)) await runOperation(() => dropIfExists(database, name));
  }
}

async function dropIfExists(database: MongoConnection['database'], name: string): Promise<void> {
  await database
    .collection(name)
    .drop()
    .catch((error: unknown) => {
      if (!isNamespaceMissing(error)) throw error;
    });
}
