// What an auditor asks of the timeline, of a tenth of the events and of all, served at once and asked in turns.
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { fillFolder } from './fill-folder.js';
import { startServer, type Served } from './http-client.js';
import type { Sizes } from './run-sizes.js';
import { EVENTS_PER_RECORD, personId } from './synthetic-log.js';
import { quantile } from './time-one-page.js';

const PERSON = personId(7);
/** Of the one hundredth record. */
const AMOUNT = '7,929.00';

const QUESTIONS: { readonly [name: string]: string } = {
  'newest page': '/-/timeline',
  'a person in a month': `/-/timeline?person=${PERSON}&from=2024-02-01&until=2024-02-29`,
  'an amount': `/-/timeline?q=${encodeURIComponent(AMOUNT)}`,
  'an amount, before or after': `/-/timeline?value=${encodeURIComponent(AMOUNT)}`,
  'a word of every record': '/-/timeline?q=microscope',
  'a word of none': '/-/timeline?q=xylophone',
  'a record': '/-/timeline?record=PR-2024-0100',
  'an action': '/-/timeline?activity=purchasing.Request.approve',
  'an action within a minute, of none': '/-/timeline?activity=purchasing.Request.approve&within=1',
  'an action at night':
    '/-/timeline?activity=purchasing.Request.approve&time.from=22%3A00&time.until=05%3A00',
  'through a deputy, of none': '/-/timeline?as=deputy',
  'erasures, of none': '/-/timeline?type=erasures',
  'between two positions': '/-/timeline?position.from=1000&position.until=1100',
  'an event, and what caused what': '/-/events/1003',
  'who has which role': '/-/roles',
  'the API, 100 events': '/api/-/timeline?limit=100',
};

const ROUNDS = 7;

export async function measureTimeline({ events }: Sizes): Promise<void> {
  const sizes = [events / 10, events];
  const folders: string[] = [];
  for (const size of sizes) folders.push(await fillFolder(Math.ceil(size / EVENTS_PER_RECORD)));
  const servers: Served[] = [];
  for (const folder of folders) servers.push(await startServer(folder));
  try {
    console.log(await timeQuestions(servers, sizes));
  } finally {
    for (const served of servers) served.end();
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

async function timeQuestions(servers: readonly Served[], sizes: readonly number[]): Promise<string> {
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(QUESTIONS)) {
    const times: number[][] = servers.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, served] of servers.entries()) times[index]!.push(await timeAnswer(served, path));
    const [few, many] = times.map((all) => quantile(all, 0.5)) as [number, number];
    const slowest = Math.max(...times[1]!);
    rows.push([name, few.toFixed(1), many.toFixed(1), slowest.toFixed(1), (many / few).toFixed(1)]);
  }
  const { memory } = await servers[1]!.ask<{ memory: number }>({});
  const [few, many] = sizes.map((size) => size.toLocaleString('en')) as [string, string];
  const heading = `\nQuestions of an auditor, ms of an answer to one person (server's peak memory ${memory} MiB)`;
  return `${heading}\n${formatTextTable(['question', few, `${many} events`, 'slowest', 'grows by'], rows)}`;
}

/** Milliseconds. */
async function timeAnswer({ url, cookie }: Served, path: string): Promise<number> {
  const begun = performance.now();
  const response = await fetch(url + path, { headers: { cookie } });
  await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - begun;
}
