// What a list page costs while somebody else asks one heavy question after the other, beside what it costs alone, and beside as
// many ordinary pages as there were heavy questions: two who share a processor wait for each other, whatever they ask.
// Who asks the heavy questions is a process of its own, as they would sit at a machine of their own; whom it takes the
// processor from can be seen in the last columns.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { startProcess } from './child-process.js';
import { applyLoad, startServer, signIn, type Served } from './http-client.js';
import { fillFolder } from './fill-folder.js';
import { HEAVY_QUESTIONS, PAGE } from './heavy-questions.js';
import { timeOnePage, quantile } from './time-one-page.js';
import { readProcessorTime } from './processor-time.js';
import { COLLEAGUE } from './measurement-folder.js';
import type { Sizes } from './run-sizes.js';

interface Round {
  readonly idle: number;
  readonly beside: number;
  readonly control: number;
  /** Of the list page beside the questions. */
  readonly middle: number;
  readonly longest: number;
  /** Pages that the two 99ths are of: of few, they tell little. */
  readonly pages: readonly [number, number];
  readonly bad: number;
  readonly questions: number;
  readonly slowest: number;
  /** Per cent of one processor, beside the questions: the server's main thread, its others, who asks, and who looks. */
  readonly busy?: readonly number[];
}

/** Of alternating measurements: the machine differs from minute to minute. */
const ROUNDS = 3;

export async function measureBeside({ seconds: whole, records, only = [''] }: Sizes): Promise<void> {
  const seconds = Math.max(1, Math.round(whole / 2));
  const folder = await fillFolder(records);
  const served = await startServer(folder);
  const other = { ...served, cookie: await signIn(served.url, COLLEAGUE) };
  await timeOnePage(served, PAGE, 3);
  const chosen = Object.keys(HEAVY_QUESTIONS).filter((name) => only.some((word) => name.includes(word)));
  const rounds = new Map<string, Round[]>(chosen.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const name of chosen) {
      const figures = await oneRound(served, other, name, seconds);
      rounds.get(name)!.push(figures);
      console.error(`round ${round + 1}, ${name}: ${JSON.stringify(figures)}`);
    }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(
    `\nA list page of ${records.toLocaleString('en')} records beside heavy questions, medians of ${ROUNDS} rounds` +
      ` (server's peak memory ${memory} MiB)`,
  );
  const rows = [...rounds].map(([name, all]) => rowOf(name, all));
  console.log(formatTextTable(COLUMNS, rows));
}

/** Alone, beside the heavy questions, and beside as many pages: one after the other, so that all three meet the same machine. */
async function oneRound(served: Served, other: Served, name: string, seconds: number): Promise<Round> {
  const idle = await timeOnePage(served, PAGE, seconds);
  const asking = await keepAsking(other, name);
  const before = times(served.pid, asking.pid);
  const started = performance.now();
  const beside = await timeOnePage(served, PAGE, seconds);
  const took = performance.now() - started;
  const after = times(served.pid, asking.pid);
  const { count, slowest } = await asking.end();
  const [control] = await Promise.all([
    timeOnePage(served, PAGE, seconds),
    applyLoad(other, { path: PAGE }, 1, seconds, Math.max(1, Math.round(count / seconds))),
  ]);
  return {
    idle: quantile(idle.took, 0.99),
    beside: quantile(beside.took, 0.99),
    control: quantile(control.took, 0.99),
    middle: quantile(beside.took, 0.5),
    longest: Math.max(...beside.took),
    pages: [idle.took.length, beside.took.length],
    bad: idle.bad + beside.bad + control.bad,
    questions: count,
    slowest,
    ...(before && after && { busy: after.map((time, each) => (100 * (time - before[each]!)) / took) }),
  };
}

function times(server: number, asking: number): readonly number[] | undefined {
  const [serves, asks, looks] = [server, asking, process.pid].map(readProcessorTime);
  if (!serves || !asks || !looks) return undefined;
  return [serves.main, serves.others, asks.main + asks.others, looks.main + looks.others];
}

async function keepAsking({ url, cookie }: Served, name: string) {
  const child = startProcess('heavy-question-process', [url, cookie, name]);
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`${name}: who asks ended with code ${code}`);
  });
  died.catch(() => {});
  await Promise.race([once(child, 'message'), died]);
  return {
    pid: child.pid!,
    async end() {
      child.send('end');
      const [result] = (await Promise.race([once(child, 'message'), died])) as [
        { count: number; slowest: number },
      ];
      child.kill();
      return result;
    },
  };
}

const COLUMNS = [
  'beside',
  'idle p99',
  'p99 ms',
  'ratio',
  'ratio of each round',
  'p50 ms',
  'as many pages',
  'longest ms',
  'bad',
  'asked',
  'slowest ms',
  'main, threads, asks, looks %',
];

function rowOf(name: string, rounds: readonly Round[]): string[] {
  const of = (figure: (round: Round) => number) => quantile(rounds.map(figure), 0.5);
  const ratio = ({ beside, idle }: Round) => beside / idle;
  const busy = rounds[0]!.busy?.map((_, each) => of(({ busy: all }) => all![each]!).toFixed(0));
  return [
    name,
    of(({ idle }) => idle).toFixed(1),
    of(({ beside }) => beside).toFixed(1),
    of(ratio).toFixed(1),
    rounds.map((round) => ratio(round).toFixed(1)).join(' '),
    of(({ middle }) => middle).toFixed(1),
    of(({ control }) => control).toFixed(1),
    Math.max(...rounds.map(({ longest }) => longest)).toFixed(0),
    String(rounds.reduce((sum, { bad }) => sum + bad, 0)),
    of(({ questions }) => questions).toFixed(0),
    Math.max(...rounds.map(({ slowest }) => slowest)).toFixed(0),
    busy?.join(' ') ?? '',
  ];
}
