// For suites that run on every engine: each place is empty and separate.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { openMongoReadModels } from '#projections/engines/mongo/mongo-read-models.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { readModelEngines } from '../engines/test-engines.js';
import { databaseOf, dropDatabase } from '../engines/mongodb/drop-database.js';

export interface Place {
  /** For other processes; undefined: the folder `read-models` of an installation. */
  readonly url?: string;
  /** As another process. Close them before `stop`. */
  open(): Promise<ReadModels>;
  stop(): Promise<void>;
}

interface NamedPlace {
  readonly name: string;
  /** `folder`: of the installation, for files. */
  start(folder?: string): Promise<Place>;
}

export const readModelPlaces = (): readonly NamedPlace[] => [
  { name: 'in SQLite files', start: startSqlite },
  ...readModelEngines().map(({ name, start }) => ({
    name: `on ${name}`,
    async start() {
      const engine = await start();
      const database = `daybook-${process.pid}-${Date.now()}`;
      const url = databaseOf(engine.url, database);
      return {
        url,
        open: () => openMongoReadModels(url),
        async stop() {
          await dropDatabase(engine.url, database);
          await engine.stop();
        },
      };
    },
  })),
];

async function startSqlite(installation?: string): Promise<Place> {
  const folder = installation ?? mkdtempSync(join(tmpdir(), 'daybook-place-'));
  return {
    open: async () => openSqliteReadModels(join(folder, 'read-models')),
    async stop() {
      if (installation === undefined) rmSync(folder, { recursive: true });
    },
  };
}

/** Opened before all tests of a block, and closed after them. */
export function openedReadModels(
  start: NamedPlace['start'],
  closeFirst: () => Promise<void> | undefined = () => undefined,
): () => ReadModels {
  let place: Place;
  let readModels: ReadModels;
  beforeAll(async () => {
    place = await start();
    readModels = await place.open();
  });
  afterAll(async () => {
    await closeFirst();
    await readModels.close();
    await place.stop();
  });
  return () => readModels;
}
