// Due before this installation knew the log, which may be a copy or a past such as the examples'.
import type { CommandBus } from '@nestjs/cqrs';
import type { TimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import type { StuckItems } from '../background/stuck-items.js';
import { fireRecordTimers } from './fire-record-timers.js';

const PAGE = 100;

interface SuppressionDependencies {
  readonly waiting: () => TimersReadModel;
  readonly bus: CommandBus;
  readonly now: string;
  readonly waitFor: (position: number) => Promise<void>;
  readonly stuck: Pick<StuckItems, 'of' | 'unlessStuck' | 'refresh'>;
}

/** Number of records. */
export async function suppressDueTimers({
  waiting,
  bus,
  now,
  waitFor,
  stuck,
}: SuppressionDependencies): Promise<number> {
  await stuck.refresh();
  const impossible: string[] = [...stuck.of('failed'), ...stuck.of('skipped')].map(({ item }) => item);
  for (let count = 0; ;) {
    const due = await waiting().findDue(now, PAGE, impossible);
    if (due.length === 0) return count;
    let last = 0;
    for (const record of due) {
      const { id: item } = record;
      const fire = () => fireRecordTimers(bus, record, now, { isSuppressed: true });
      const fired = await stuck.unlessStuck({ item, what: `timers of ${item}`, upTo: now }, fire);
      const { position, isNew } = fired ?? { position: 0, isNew: false };
      last = Math.max(last, position);
      if (isNew) count += 1;
      else impossible.push(record.id);
    }
    await waitFor(last);
  }
}
