// What a list page costs while somebody else asks one heavy question after the other, beside what it costs alone.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { load, serve, signIn, type Served } from './client.js';
import { filled } from './filled.js';
import type { Sizes } from './run.js';
import { COLLEAGUE } from './workplace.js';

const PAGE = '/purchasing/requests';

const HEAVY: { readonly [name: string]: string } = {
  'CSV of everything': `${PAGE}.csv`,
  'search for one letter': `${PAGE}?q=o`,
  'search for a word in every record': `${PAGE}?q=microscope`,
  'timeline by a frequent word': '/-/timeline?q=order',
  'timeline by one letter': '/-/timeline?q=o',
  'list with its facets': `${PAGE}?state=approved`,
};

export async function measureBeside({ seconds, records }: Sizes): Promise<void> {
  const folder = await filled(records);
  const served = await serve(folder);
  const other = { ...served, cookie: await signIn(served.url, COLLEAGUE) };
  await load(served, { path: PAGE }, 1, 2);
  const rows: string[][] = [];
  for (const [name, path] of Object.entries(HEAVY)) {
    const idle = await load(served, { path: PAGE }, 1, seconds);
    const beside = keepAsking(other, path);
    const { p50, p99, bad } = await load(served, { path: PAGE }, 1, seconds);
    const { count, slowest } = await beside.end();
    rows.push([
      name,
      ...[idle.p50, p50, idle.p99, p99].map((ms) => ms.toFixed(1)),
      (p99 / idle.p99).toFixed(1),
      String(bad),
      String(count),
      slowest.toFixed(0),
    ]);
  }
  const { memory } = await served.ask<{ memory: number }>({});
  served.end();
  rmSync(folder, { recursive: true });
  console.log(
    `\nA list page of ${records.toLocaleString('en')} records beside heavy questions (server's peak memory ${memory} MiB)`,
  );
  const columns = [
    'beside',
    'idle p50',
    'p50 ms',
    'idle p99',
    'p99 ms',
    'ratio',
    'bad',
    'asked',
    'slowest ms',
  ];
  console.log(table(columns, rows));
}

/** One client, which asks again as soon as it has the whole answer. */
function keepAsking({ url, cookie }: Served, path: string) {
  let count = 0;
  let slowest = 0;
  let ended = false;
  const gone = new AbortController();
  const all = (async () => {
    while (!ended) {
      const started = performance.now();
      const answer = await fetch(url + path, { headers: { cookie }, signal: gone.signal });
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
      for await (const _ of answer.body!);
      slowest = Math.max(slowest, performance.now() - started);
      count += 1;
    }
  })();
  return {
    async end() {
      ended = true;
      if (count > 0) gone.abort();
      await all.catch((error: unknown) => {
        if (!gone.signal.aborted) throw error;
      });
      return { count, slowest };
    },
  };
}
