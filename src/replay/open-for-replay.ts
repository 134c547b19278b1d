// Nothing is projected meanwhile.
import { fixedIndexes } from '#projections/all-projections.js';
import { createSpecificationsReadModel } from '#projections/read-models/specifications/specifications-projection.js';
import { DamagedGeneration } from '#projections/port/read-model-errors.js';
import type { Generation } from '#projections/port/generation.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import type { Configuration } from '../configuration/configuration.js';
import { openEventStoreAndReadModels } from '../installation/storage-engines.js';
import type { EventStore } from '../event-store/event-store.js';
import { createRecordsIndexRegistry } from '#projections/read-models/records/records-read-model.js';
import { createStoredKeysFinder } from '../query-handling/specifications/create-stored-keys-finder.js';
import { checkDocument, toPublishedCheck } from '../specification/check-document.js';
import { withStoredKeys } from '../specification/with-stored-keys.js';
import type { StoredKeys } from '../specification/upgrade/stored-keys.js';

export interface OpenedForReplay {
  readonly store: EventStore;
  readonly readModels: ReadModels;
  readonly shapeOf: (projection: string, collection: string) => CollectionIndexes | undefined;
  close(): Promise<void>;
}

export async function openForReplay(configuration: Configuration): Promise<OpenedForReplay> {
  const { store, readModels, healthIssues, close } = await openEventStoreAndReadModels(configuration, {
    ofOneLog: true,
  });
  healthIssues.onRaised(({ adminMessage }) => process.stderr.write(`daybook: ${adminMessage}\n`));
  const shapes = createRecordsIndexRegistry();
  for (const { text, version, keys } of await published(readModels)) {
    const checked = toPublishedCheck(checkDocument(text));
    if (!checked.ok) continue;
    shapes.learn([{ specification: withStoredKeys(checked.specification, keys), version }]);
  }
  return {
    store,
    readModels,
    shapeOf: (projection, collection) => fixedIndexes[projection] ?? shapes.of(collection),
    close,
  };
}

interface PublishedText {
  readonly text: string;
  readonly version: number;
  readonly keys: StoredKeys;
}

/** Without a read model, indexes are created when the application next starts. */
async function published(readModels: ReadModels): Promise<readonly PublishedText[]> {
  const active = await readModels.active('specifications');
  if (!active) return [];
  const shape = () => fixedIndexes['specifications']!;
  const generation = await readModels.open('specifications', active.number, shape).catch(ifDamaged);
  if (!generation) return [];
  return textsIn(generation).catch((error: unknown) => ifDamaged(error) ?? []);
}

async function textsIn(generation: Generation): Promise<readonly PublishedText[]> {
  try {
    const specifications = createSpecificationsReadModel({ generation: () => generation });
    const current: PublishedText[] = [];
    const textOf = async (application: string, version: number) =>
      specifications.findText(application, version);
    const storedKeys = createStoredKeysFinder(textOf);
    for (const { id, version } of await specifications.listByName(10_000)) {
      const text = await specifications.findText(id, version);
      if (text !== undefined) current.push({ text, version, keys: (await storedKeys(id, version)).keys });
    }
    return current;
  } finally {
    await generation.close();
  }
}

function ifDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedGeneration)) throw error;
}
