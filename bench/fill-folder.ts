// A folder with so many records in its log and read models.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { allProjections } from '../projections/all-projections.js';
import { replay } from '../projections/replay/replay.js';
import type { Configuration } from '../src/configuration/configuration.js';
import { openForReplay } from '../src/replay/open-for-replay.js';
import { openEventStore } from '../src/installation/storage-engines.js';
import { appendHistories } from './synthetic-log.js';
import {
  configurationOf,
  type EngineAddresses,
  fillMeasurementFolder,
  assignEngines,
  createMeasurementFolder,
} from './measurement-folder.js';

export async function fillFolder(records: number, engines: EngineAddresses = {}): Promise<string> {
  const folder = createMeasurementFolder(engines);
  const configuration = configurationOf(folder);
  await refuseFilled(configuration);
  await fillMeasurementFolder(folder);
  const store = await openEventStore(configuration);
  // A server is not asked for more at once than a web process asks of it.
  await appendHistories(store, records, engines.DAYBOOK_EVENTS ? 16 : undefined);
  await store.close();
  await rebuildReadModels(folder);
  return folder;
}

/** Another folder on the same log: it needs the keys the log was filled with, and has read models of its own. */
export async function fillFolderBeside(folder: string, engines: EngineAddresses): Promise<string> {
  const other = createMeasurementFolder();
  cpSync(folder, other, { recursive: true });
  rmSync(join(other, 'reads'), { recursive: true, force: true });
  assignEngines(other, engines);
  await rebuildReadModels(other);
  return other;
}

/** A server keeps what was written; the keys of whoever wrote it are gone. */
async function refuseFilled(configuration: Configuration): Promise<void> {
  const store = await openEventStore(configuration);
  const head = await store.head().finally(() => store.close());
  if (head > 0) throw new Error('The log to be measured is not empty: give the measurement one of its own.');
}

/** The quick way to read models of a long log. */
export async function rebuildReadModels(folder: string): Promise<void> {
  const opened = await openForReplay(configurationOf(folder));
  await replay({ ...opened, projections: allProjections });
  await opened.close();
}
