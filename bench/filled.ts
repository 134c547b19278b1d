// A folder with so many records in its log and read models.
import { allProjections } from '../projections/all-projections.js';
import { replay } from '../projections/replay.js';
import { openForReplay } from '../src/cli/open-for-replay.js';
import { openEventStore } from '../src/engines.js';
import { fill } from './synthetic-log.js';
import { configurationOf, type EngineAddresses, furnish, newFolder } from './workplace.js';

export async function filled(records: number, engines: EngineAddresses = {}): Promise<string> {
  const folder = newFolder(engines);
  await furnish(folder);
  const configuration = configurationOf(folder);
  const store = await openEventStore(configuration);
  // A server is not asked for more at once than a web process asks of it.
  await fill(store, records, engines.DAYBOOK_EVENTS ? 16 : undefined);
  await store.close();
  // The quick way to read models of a long log.
  const opened = await openForReplay(configuration);
  await replay({ ...opened, projections: allProjections });
  await opened.close();
  return folder;
}
