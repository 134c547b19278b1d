// What a click costs each process of Daybook on both engines, in time it computes: the figures that `--scale` starts from.
import { rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { applyLoad, type Request, startServer, type Served } from './http-client.js';
import { measureCommandRate } from './measure-commands.js';
import { fillFolder } from './fill-folder.js';
import { findEngineMixes, sayWhatIsMeasured, startEngines } from './engine-mixes.js';
import { measurePageRate } from './measure-pages.js';
import { RECORDED, recordedTimes } from './service-times.js';
import type { Sizes } from './run-sizes.js';

const RECORDS = 500;
/** As ten thousand people make them: see BEHAVIOUR in scale.ts. */
const COMMANDS_PER_SECOND = 100;
const PAGES_PER_SECOND = 40;
const LOOKS = 300;
/** Seconds until everything is compiled that is going to be. */
const WARM_UP = 8;

interface Costs {
  readonly page: number;
  readonly command: number;
  readonly follow: number;
  readonly look: number;
  readonly event: number;
}

export async function measureClicks(
  { seconds }: Sizes,
  { record }: { readonly record: boolean },
): Promise<void> {
  const onServers = findEngineMixes([]).at(-1)!;
  sayWhatIsMeasured([onServers]);
  const duration = Math.max(seconds, 5);
  const embedded = await embeddedCosts(duration);
  const engines = await startEngines(onServers);
  const folder = await fillFolder(RECORDS, engines.addresses);
  const builder = await startServer(folder, 'projections');
  const [web, other] = [await startServer(folder, 'web'), await startServer(folder, 'web')];
  const costs = await costsOf({ web, other, builder, seconds: duration });
  for (const each of [web, other, builder]) each.end();
  rmSync(folder, { recursive: true });
  await engines.stop();
  console.log(
    '\nWhat each process computes, on EventStoreDB and MongoDB, web and projections in processes of their own',
  );
  const rows = [
    ['one for everything, embedded engines', 'a page', embedded.page.toFixed(2)],
    ['one for everything, embedded engines', 'a command, and what it changes', embedded.command.toFixed(2)],
    ...rowsOf(costs),
  ];
  console.log(formatTextTable(['process', 'for', 'ms'], rows));
  if (record) write(costs);
}

/** For comparison, and to see how slow the machine is at the moment. */
async function embeddedCosts(seconds: number): Promise<{ readonly page: number; readonly command: number }> {
  const folder = await fillFolder(RECORDS);
  const served = await startServer(folder);
  const { pages, comment } = requests();
  for (const request of [pages, comment]) await applyLoad(served, request, 4, WARM_UP);
  const [page] = await during(
    [served],
    async () => (await applyLoad(served, pages, 4, seconds, PAGES_PER_SECOND)).count,
  );
  const [command] = await during(
    [served],
    async () => (await applyLoad(served, comment, 8, seconds, COMMANDS_PER_SECOND)).count,
  );
  served.end();
  rmSync(folder, { recursive: true });
  return { page: page!, command: command! };
}

function requests(): { readonly pages: Request; readonly comment: Request } {
  const paths = Object.values(measurePageRate(RECORDS));
  let next = 0;
  return {
    pages: { path: () => paths[next++ % paths.length]! },
    comment: measureCommandRate(RECORDS)['comment']!,
  };
}

/** Milliseconds that each process computes, for each time the work was done. */
async function during(processes: readonly Served[], work: () => Promise<number>): Promise<number[]> {
  const before = await Promise.all(processes.map(computed));
  const times = await work();
  const after = await Promise.all(processes.map(computed));
  return after.map((ms, index) => (ms - before[index]!) / times);
}

interface Processes {
  readonly web: Served;
  /** Follows, and is asked for nothing. */
  readonly other: Served;
  readonly builder: Served;
  readonly seconds: number;
}

async function costsOf({ web, other, builder, seconds }: Processes): Promise<Costs> {
  const all = [web, other, builder];
  const { pages, comment } = requests();
  for (const request of [pages, comment]) await applyLoad(web, request, 4, WARM_UP);
  const [page = NaN] = await during(
    all,
    async () => (await applyLoad(web, pages, 4, seconds, PAGES_PER_SECOND)).count,
  );
  const [command = NaN, follow = NaN, event = NaN] = await during(
    all,
    async () => (await applyLoad(web, comment, 8, seconds, COMMANDS_PER_SECOND)).count,
  );
  await other.ask({ look: LOOKS });
  const [look = NaN] = await during([other], async () => {
    await other.ask({ look: LOOKS });
    return LOOKS;
  });
  // The one that commands follows as well.
  return { page, command: command - follow, follow, look, event };
}

const computed = async (process: Served) => (await process.ask<{ computed: number }>({})).computed;

function rowsOf({ page, command, follow, look, event }: Costs): string[][] {
  return [
    ['web', 'a page (list, filtered list, record, timeline in turn)', page.toFixed(2)],
    ['web', 'a command (a comment)', command.toFixed(2)],
    ['every web process', `following an event, at ${COMMANDS_PER_SECOND} per second`, follow.toFixed(3)],
    ['every web process', 'a look at the checkpoints of all read models', look.toFixed(3)],
    ['projections', `an event, at ${COMMANDS_PER_SECOND} per second`, event.toFixed(3)],
  ];
}

/** What is measured replaces what was; what is assumed stays. */
function write({ page, command, follow, event }: Costs): void {
  const { times, from } = recordedTimes();
  const rounded = (ms: number) => Number(ms.toPrecision(3));
  const recorded = {
    date: new Date().toISOString().slice(0, 10),
    // A busy machine computes more slowly, not only later.
    machine: `Node.js ${process.versions.node} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load average ${loadavg()[0]!.toFixed(0)}`,
    times: {
      ...times,
      web: { page: rounded(page), command: rounded(command), follow: rounded(follow) },
      projections: { batch: 0, event: rounded(event) },
    },
    from,
  };
  writeFileSync(RECORDED, `${JSON.stringify(recorded, null, 2)}\n`);
}
