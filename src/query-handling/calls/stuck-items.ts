// Query: what Daybook could not do by itself, since it could not take what is stored about it, and what admins left out.
import { PROCESS_NAMES, type ProcessName } from '#domain/process/process-commands.js';
import { foldProcess, type StuckItem } from '#domain/process/process-events.js';
import { streams } from '#domain/stream-names.js';
import type { LogReader } from '../query-dependencies.js';

export interface ListedStuckItem extends StuckItem {
  readonly process: ProcessName;
  /** Of the event by which it was noted. */
  readonly position: number;
}

/** Those that failed. Throws `EventStoreUnavailable`. */
export async function listStuckItems(log: Pick<LogReader, 'read'>): Promise<readonly ListedStuckItem[]> {
  const all = await Promise.all(
    PROCESS_NAMES.map(async (process) => {
      const { events } = await log.read(streams.process(process));
      const noted = new Map(
        events.map(({ data, position }) => [(data as { readonly item: string | null }).item, position]),
      );
      const failed = [...foldProcess(events).values()].filter(({ status }) => status === 'failed');
      return failed.map((each) => ({ ...each, process, position: noted.get(each.item)! }));
    }),
  );
  return all.flat();
}
