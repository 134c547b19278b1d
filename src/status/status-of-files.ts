// What `daybook status` finds about the files of records: whether their bytes are where they are kept.
import { existsSync } from 'node:fs';
import { isReadOnly } from '../installation/data-folder.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { Configuration } from '../configuration/configuration.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { openFiles, openPersonal } from '../installation/engines.js';
import { findMissingFiles, describeMissingFiles } from '../installation/missing-files.js';

/** Of the records as their read model has them. Throws what the engines throw. */
export async function lookAtRecordFiles(
  configuration: Configuration,
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly string[]> {
  const { keys } = configuration;
  const active = await readModels.active('records');
  if (!active) return [];
  const records = await readModels.open('records', active.number, () => undefined);
  const files = await openFiles(configuration);
  let opened: PersonalData | undefined;
  // The check of keys names those that cannot be opened; this one only looks, and makes none.
  const canOpen = keys.engine !== 'sqlite' || (existsSync(keys.path) && !isReadOnly(keys.path));
  const personal = async () => {
    if (canOpen) opened ??= await openPersonal(configuration, log).catch(() => undefined);
    return opened ?? NO_KEYS;
  };
  try {
    const missing = await findMissingFiles({ records, files, personal });
    return missing.length > 0 ? [describeMissingFiles(missing, files.place).adminMessage] : [];
  } finally {
    await opened?.close();
    await files.close();
    await records.close();
  }
}

const NO_KEYS: Pick<PersonalData, 'open'> = { open: async (json) => json };
