import { Query } from '@nestjs/cqrs';
import { PROCESS_NAMES, type ProcessManagerName } from '#domain/process-manager/process-manager-commands.js';
import { foldProcess, type StuckItem } from '#domain/process-manager/process-manager-events.js';
import { streams } from '#domain/stream-names.js';
import type { LogReader } from '../query-dependencies.js';

export interface ListedStuckProcessItem extends StuckItem {
  readonly process: ProcessManagerName;
  readonly position: number;
}

export class ListStuckProcessItems extends Query<readonly ListedStuckProcessItem[]> {}

/** Throws `EventStoreUnavailable`. */
export async function listStuckProcessItems(
  log: Pick<LogReader, 'read'>,
): Promise<readonly ListedStuckProcessItem[]> {
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
