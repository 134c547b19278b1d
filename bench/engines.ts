// Commands, pages and replay on each engine, beside the embedded ones, in one run. `npm run bench -- --engines`.
// Every figure is the best of several short rounds, one mix of engines after the other: what else the machine does hits all alike.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { load, type Request, serve, type Served } from './client.js';
import { commandsOn } from './commands.js';
import { filled } from './filled.js';
import { isReal, type Mix, MIXES, type RunningMix, sayWhatIsMeasured, startEngines } from './mixes.js';
import { pagesOf } from './pages.js';
import { ratesOfReplay, type ReplayRates } from './replay.js';
import type { Sizes } from './run.js';

const CONNECTIONS = 8;
const ROUNDS = 3;

/** The small servers look through every document they have: with more records one would measure that. */
const RECORDS = { small: 500, real: 20_000 };

interface Place {
  readonly mix: Mix;
  readonly engines: RunningMix;
  readonly folder: string;
}

/** Per second, and what else is shown. */
interface Figure {
  readonly perSecond: number;
  readonly shown: readonly string[];
}

export async function measureEngines({ seconds, records: most }: Sizes): Promise<void> {
  sayWhatIsMeasured();
  const known = isReal('eventstoredb') && isReal('mongodb') ? RECORDS.real : RECORDS.small;
  const records = Math.min(most, known);
  const places: Place[] = [];
  for (const mix of MIXES) {
    const engines = await startEngines(mix);
    places.push({ mix, engines, folder: await filled(records, engines.addresses) });
  }
  const rows = [
    ...(await replays(places)),
    ...(await loads(places, { records, seconds: Math.max(1, seconds / ROUNDS) })),
  ];
  for (const { folder, engines } of places) {
    rmSync(folder, { recursive: true });
    await engines.stop();
  }
  console.log(
    `\nOn each engine, ${records.toLocaleString('en')} records, ${CONNECTIONS} connections, one process of Daybook; ` +
      `the best of ${ROUNDS} rounds`,
  );
  console.log(table(['what', 'events', 'read models', 'per s', 'ratio', 'p50 ms', 'p99 ms', 'bad'], rows));
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
    for (const place of places) found.get(place)!.push(await ratesOfReplay(place.folder, { alone: true }));
  return Object.entries(REPLAYS).flatMap(([what, rate]) =>
    rowsOf(
      what,
      places.map((place) => [
        place.mix,
        { perSecond: Math.max(...found.get(place)!.map(rate)), shown: ['', '', ''] },
      ]),
    ),
  );
}

async function loads(
  places: readonly Place[],
  { records, seconds }: { readonly records: number; readonly seconds: number },
): Promise<string[][]> {
  const served: [Mix, Served][] = [];
  for (const { mix, folder } of places) served.push([mix, await serve(folder)]);
  const requests: Record<string, Request> = Object.fromEntries([
    ...Object.entries(pagesOf(records)).map(([name, path]) => [`page: ${name}`, { path }]),
    ...Object.entries(commandsOn(records)).map(([name, request]) => [`command: ${name}`, request]),
  ]);
  const rows: string[][] = [];
  for (const [what, request] of Object.entries(requests)) {
    const best = new Map<Mix, Figure>();
    for (const [, server] of served) await load(server, request, 1, 1);
    for (let round = 0; round < ROUNDS; round++)
      for (const [mix, server] of served) {
        const { perSecond, p50, p99, bad } = await load(server, request, CONNECTIONS, seconds);
        if (perSecond > (best.get(mix)?.perSecond ?? 0))
          best.set(mix, { perSecond, shown: [p50.toFixed(1), p99.toFixed(1), String(bad)] });
      }
    rows.push(...rowsOf(what, [...best]));
  }
  for (const [, server] of served) server.end();
  return rows;
}

/** The embedded engines come first: the others are compared with them. */
function rowsOf(what: string, figures: readonly (readonly [Mix, Figure])[]): string[][] {
  const embedded = figures.find(([mix]) => mix === MIXES[0])![1].perSecond;
  return figures.map(([{ events, reads }, { perSecond, shown }]) => [
    what,
    events,
    reads,
    perSecond.toFixed(0),
    `${Math.round((100 * perSecond) / embedded)}%`,
    ...shown,
  ]);
}
