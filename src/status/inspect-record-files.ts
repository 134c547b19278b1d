import { existsSync } from 'node:fs';
import { isReadOnlyFile } from '../installation/data-folder.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { Configuration } from '../configuration/configuration.js';
import type { EventStore } from '../event-store/event-store.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { openInstallationFileStore, openInstallationPersonalData } from '../installation/storage-engines.js';
import { findMissingUploads, createMissingUploadsIssue } from '../installation/missing-uploads.js';

/** As the read model lists them. Throws engine errors. */
export async function inspectRecordFiles(
  configuration: Configuration,
  readModels: Pick<ReadModels, 'active' | 'open'>,
  log: EventStore,
): Promise<readonly string[]> {
  const { keys } = configuration;
  const active = await readModels.active('records');
  if (!active) return [];
  const records = await readModels.open('records', active.number, () => undefined);
  const files = await openInstallationFileStore(configuration);
  let opened: PersonalData | undefined;
  // Keys that cannot be opened are reported by their own check; this one must not create any.
  const canOpen = keys.engine !== 'sqlite' || (existsSync(keys.path) && !isReadOnlyFile(keys.path));
  const personal = async () => {
    if (canOpen) opened ??= await openInstallationPersonalData(configuration, log).catch(() => undefined);
    return opened ?? NO_KEYS;
  };
  try {
    const missing = await findMissingUploads({ records, files, personal });
    return missing.length > 0 ? [createMissingUploadsIssue(missing, files.place).adminMessage] : [];
  } finally {
    await opened?.close();
    await files.close();
    await records.close();
  }
}

const NO_KEYS: Pick<PersonalData, 'open'> = { open: async (json) => json };
