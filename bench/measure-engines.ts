// Commands, pages and replay on each engine, beside the first one named, in one run. `npm run bench -- --engines`.
// Every figure is the best of several short rounds, one mix of engines after the other: what else the machine does hits all alike.
// Only one mix is at work at a time: two that share a log would follow what the other writes.
import { rmSync } from 'node:fs';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { applyLoad, type Request, startServer } from './http-client.js';
import { measureCommandRate } from './measure-commands.js';
import { fillFolder, fillFolderBeside } from './fill-folder.js';
import {
  isSmallServer,
  type EngineMix,
  nameMix,
  type RunningMix,
  sayWhatIsMeasured,
  startEngines,
} from './engine-mixes.js';
import { measurePageRate } from './measure-pages.js';
import { measureReplayRates, type ReplayRates } from './measure-replay.js';
import type { Sizes } from './run-sizes.js';

const CONNECTIONS = 8;
const ROUNDS = 3;

/** The small servers look through every document they have: with more records one would measure that. */
const RECORDS = { small: 500, real: 20_000 };

interface Place {
  readonly mix: EngineMix;
  readonly engines: RunningMix;
  readonly folder: string;
}

/** Per second, and what else is shown. */
interface Figure {
  readonly perSecond: number;
  readonly shown: readonly string[];
}

const COLUMNS = ['what', 'events', 'read models', 'per s', 'ratio', 'CPU ms', 'p50 ms', 'p99 ms', 'bad'];

export async function measureEngines(
  { seconds, records: most }: Sizes,
  mixes: readonly EngineMix[],
): Promise<void> {
  sayWhatIsMeasured(mixes);
  const records = Math.min(most, mixes.some(isSmallServer) ? RECORDS.small : RECORDS.real);
  const places: Place[] = [];
  for (const mix of mixes) places.push(await placeFor(mix, records, places));
  const rows = [
    ...(await replays(places)),
    ...(await loads(places, { records, seconds: Math.max(1, seconds / ROUNDS) })),
  ];
  for (const { folder, engines } of places) {
    rmSync(folder, { recursive: true });
    await engines.stop();
  }
  console.log(
    `\nOn each engine, ${records.toLocaleString('en')} records, ${CONNECTIONS} connections, one process of Daybook ` +
      `(CPU: its own, for one answer); the best of ${ROUNDS} rounds`,
  );
  console.log(formatTextTable(COLUMNS, rows));
}

/** A server that is named twice is filled once: its log can be read only with the keys it was filled with. */
async function placeFor(mix: EngineMix, records: number, others: readonly Place[]): Promise<Place> {
  const engines = await startEngines(mix);
  const { addresses } = engines;
  const same = others.find(
    (other) =>
      addresses.DAYBOOK_EVENTS !== undefined &&
      other.engines.addresses.DAYBOOK_EVENTS === addresses.DAYBOOK_EVENTS,
  );
  const folder = await (same ? fillFolderBeside(same.folder, addresses) : fillFolder(records, addresses));
  return { mix, engines, folder };
}

const REPLAYS: Readonly<Record<string, (rates: ReplayRates) => number>> = {
  'replay: events, only read': ({ bare }) => bare,
  'replay: events, folded and stored': ({ folded }) => folded,
  'replay: events, compared and switched too': ({ whole }) => whole,
};

/** One round after the other, so that nobody serves meanwhile. */
async function replays(places: readonly Place[]): Promise<string[][]> {
  const found = new Map<Place, ReplayRates[]>(places.map((place) => [place, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const place of places)
      found.get(place)!.push(await measureReplayRates(place.folder, { alone: true }));
  return Object.entries(REPLAYS).flatMap(([what, rate]) =>
    rowsOf(
      what,
      places.map((place) => [
        place,
        { perSecond: Math.max(...found.get(place)!.map(rate)), shown: ['', '', '', ''] },
      ]),
    ),
  );
}

async function loads(
  places: readonly Place[],
  { records, seconds }: { readonly records: number; readonly seconds: number },
): Promise<string[][]> {
  const requests: Record<string, Request> = Object.fromEntries([
    ...Object.entries(measurePageRate(records)).map(([name, path]) => [`page: ${name}`, { path }]),
    ...Object.entries(measureCommandRate(records)).map(([name, request]) => [`command: ${name}`, request]),
  ]);
  const best = new Map(Object.keys(requests).map((what) => [what, new Map<Place, Figure>()]));
  for (let round = 0; round < ROUNDS; round++)
    for (const place of places)
      for (const [what, figure] of await served(place.folder, requests, seconds)) {
        const figures = best.get(what)!;
        if (figure.perSecond > (figures.get(place)?.perSecond ?? -1)) figures.set(place, figure);
      }
  return [...best].flatMap(([what, figures]) => rowsOf(what, [...figures]));
}

/** One process of Daybook, and each request in turn. */
async function served(
  folder: string,
  requests: Readonly<Record<string, Request>>,
  seconds: number,
): Promise<readonly (readonly [string, Figure])[]> {
  const server = await startServer(folder);
  const computed = async () => (await server.ask<{ computed: number }>({})).computed;
  const figures: [string, Figure][] = [];
  for (const [what, request] of Object.entries(requests)) {
    await applyLoad(server, request, CONNECTIONS, 1);
    const before = await computed();
    const { perSecond, p50, p99, bad, count } = await applyLoad(server, request, CONNECTIONS, seconds);
    const each = ((await computed()) - before) / Math.max(1, count);
    figures.push([
      what,
      { perSecond, shown: [each.toFixed(2), p50.toFixed(1), p99.toFixed(1), String(bad)] },
    ]);
  }
  await server.stop();
  return figures;
}

/** The first place is what the others are compared with. */
function rowsOf(what: string, figures: readonly (readonly [Place, Figure])[]): string[][] {
  const [, first] = figures[0]!;
  return figures.map(([{ mix }, { perSecond, shown }]) => [
    what,
    ...nameMix(mix),
    perSecond.toFixed(0),
    `${Math.round((100 * perSecond) / first.perSecond)}%`,
    ...shown,
  ]);
}
