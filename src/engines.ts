// Opens the engines a configuration names: the only place that knows which adapters there are.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ReadModels } from '../projections/read-model.js';
import { openSqliteReadModels } from '../projections/sqlite/sqlite-read-models.js';
import type { Configuration } from './configuration.js';
import type { EventStore } from './event-store/event-store.js';
import { openPersonalData } from './event-store/personal-data/open-personal-data.js';
import type { PersonalData } from './event-store/personal-data/personal-data.js';
import { openSqliteEventStore } from './event-store/sqlite/sqlite-event-store.js';

/** The folder of read models cannot be used as it is; the message says what to do. */
export class ReadModelsUnusable extends Error {
  override readonly name = 'ReadModelsUnusable';
}

export async function openEventStore({ events }: Configuration): Promise<EventStore> {
  mkdirSync(dirname(events.path), { recursive: true });
  return openSqliteEventStore(events.path);
}

/** Throws `ReadModelsUnusable`. */
export async function openReadModels({ reads }: Configuration): Promise<ReadModels> {
  mkdirSync(reads.folder, { recursive: true });
  try {
    return openSqliteReadModels(reads.folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    throw new ReadModelsUnusable(
      `The list of read models in ${reads.folder} cannot be used (${(error as Error).message}). ` +
        'Stop Daybook and remove that folder: at the next start they are rebuilt from the log.',
      { cause: error },
    );
  }
}

export async function openPersonal({ data, keys, masterKey }: Configuration): Promise<PersonalData> {
  mkdirSync(data, { recursive: true });
  return openPersonalData({ keys, masterKey });
}
