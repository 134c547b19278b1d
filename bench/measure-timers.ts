// Timers of many records that are all due at the same moment: how many fire a second, how late the last one is, and what memory they take.
import { rmSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import { createTimersReadModel } from '../projections/read-models/timers/timers-projection.js';
import { Timers } from '../src/timers/timers.js';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { OpenRecord } from '../src/domain/record/record-commands.js';
import { measureInProcess } from './child-process.js';
import { contextOf, runWithoutPages, inTurn } from './daybook-without-pages.js';
import type { Sizes } from './run-sizes.js';
import { timeUntilDone } from './time-until-done.js';
import { createMeasurementFolder } from './measurement-folder.js';

const AT_ONCE = 64;
const DUE = '2040-01-01';

export async function measureTimers(sizes: Sizes): Promise<void> {
  await measureDue(sizes);
  await measureWaiting(sizes);
}

async function measureDue({ records }: Sizes): Promise<void> {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead).toISOString();
  const { installation, ports, bus, send, publish, settled, close } = await runWithoutPages(clock);
  await publish('timing.md');
  const of = { application: 'timing', entity: 'Order', input: { dueOn: DUE } };
  const ids = Array.from({ length: records }, () => uuid());
  await inTurn(ids, AT_ONCE, (id) => send(new OpenRecord({ ...of, id, context: contextOf('system') })));
  await settled();
  const timers = await new Timers({ ...installation, ports, bus }).start();
  const waiting = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
  const begun = performance.now();
  ahead = Date.parse(DUE) - Date.now() + 1_000;
  timers.wake();
  const isDone = async () =>
    (await createTimersReadModel(installation.projections).findDue(clock(), 1)).length === 0;
  const { took, peak } = await timeUntilDone(begun, isDone);
  await timers.stop();
  await close();
  console.log('\nTimers: each takes an action; in one append with what says that it fired');
  const count = records.toLocaleString('en');
  const columns = ['due at once', 'a second', 'the last after s', 'waiting MiB', 'peak MiB'];
  console.log(
    formatTextTable(columns, [[count, (records / took).toFixed(0), took.toFixed(1), waiting, peak]]),
  );
}

interface Waited {
  /** MiB. */
  readonly waiting: string;
  readonly memory: number;
  /** Milliseconds. */
  readonly late: number;
}

async function measureWaiting({ records }: Sizes): Promise<void> {
  const rows: string[][] = [];
  for (const count of [records / 10, records, records * 10]) {
    const folder = createMeasurementFolder();
    await measureInProcess('waiting-timers-process', folder, String(count));
    const { waiting, memory, late } = await measureInProcess<Waited>('waiting-timers-process', folder);
    rmSync(folder, { recursive: true });
    rows.push([count.toLocaleString('en'), waiting, String(memory), late.toFixed(0)]);
  }
  console.log(
    '\nTimers that wait: what they take of a process, and how late one is that becomes due among them',
  );
  console.log(formatTextTable(['waiting', 'MiB', 'peak MiB', 'late ms'], rows));
}
