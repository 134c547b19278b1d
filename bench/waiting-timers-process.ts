// A process whose log has so many records with a timer that waits, or makes such a log: what they take of it, and how late one is that becomes due among them.
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { createTimersReadModel } from '../projections/read-models/timers/timers-projection.js';
import { Timers } from '../src/timers/timers.js';
import { OpenRecord } from '../src/domain/record/record-commands.js';
import { sendResult } from './child-process.js';
import { rebuildReadModels } from './fill-folder.js';
import { contextOf, runWithoutPages } from './daybook-without-pages.js';
import { syntheticEvents, appendHistoriesOf } from './synthetic-log.js';
import { timeUntilDone } from './time-until-done.js';

const [folder, records] = process.argv.slice(2) as [string, string?];
const OF = { application: 'timing', entity: 'Order' };
const SINCE = '2026-01-01T00:00:00.000Z';
const LATER = '2041-01-01';
const DUE = '2040-01-01';

async function make(folder: string, records: number): Promise<void> {
  const { installation, ports, bus, publish, close } = await runWithoutPages(undefined, folder);
  await publish('timing.md');
  // The log is met, and its version is set, while it has no records.
  await (await new Timers({ ...installation, ports, bus }).start()).stop();
  await close();
  const again = await runWithoutPages(undefined, folder);
  await appendHistoriesOf(again.installation.store, { ...OF, historyOf: waitingSince }, records);
  await again.close();
  await rebuildReadModels(folder);
}

const waitingSince = (n: number) => {
  const due = `${LATER}T00:00:00.000Z`;
  const fields = { what: `Order ${n}`, dueOn: LATER };
  return syntheticEvents(OF.application, n, [
    { type: 'record.opened', data: { entity: OF.entity, number: null, title: '', state: 'waiting', fields } },
    { type: 'record.timers-set', data: { timers: { expire: { due, first: due, since: SINCE } } } },
  ]);
};

async function wait(folder: string): Promise<void> {
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead).toISOString();
  const { installation, ports, bus, send, settled, close } = await runWithoutPages(clock, folder);
  const timers = await new Timers({ ...installation, ports, bus }).start();
  await sleep(3_000);
  const waiting = (process.memoryUsage().rss / 1024 / 1024).toFixed(0);
  const one = { ...OF, id: uuid(), input: { dueOn: DUE }, context: contextOf('system') };
  await send(new OpenRecord(one));
  await settled();
  const begun = performance.now();
  ahead = Date.parse(DUE) - Date.now() + 1_000;
  timers.wake();
  const isDone = async () =>
    (await createTimersReadModel(installation.projections).findDue(clock(), 1)).length === 0;
  const { took } = await timeUntilDone(begun, isDone);
  await timers.stop();
  await close();
  sendResult({ waiting, late: took * 1_000 });
}

if (records === undefined) await wait(folder);
else {
  await make(folder, Number(records));
  sendResult({});
}
