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

export async function openEventStore({ events }: Configuration): Promise<EventStore> {
  mkdirSync(dirname(events.path), { recursive: true });
  return await openSqliteEventStore(events.path);
}

export async function openReadModels({ reads }: Configuration): Promise<ReadModels> {
  mkdirSync(reads.folder, { recursive: true });
  return await openSqliteReadModels(reads.folder);
}

export async function openPersonal({ data, keys, masterKey }: Configuration): Promise<PersonalData> {
  mkdirSync(data, { recursive: true });
  return await openPersonalData({ keys, masterKey });
}
