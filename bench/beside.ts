// What a list page costs while somebody else asks one heavy question after the other, beside what it costs alone.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { load, serve, signIn, type Served } from './client.js';
import { filled } from './filled.js';
import type { Sizes } from './run.js';
import { COLLEAGUE } from './workplace.js';

const PAGE = '/purchasing/requests';

/** What is asked for, or sent. */
interface Heavy {
  readonly path: string;
  readonly json?: string;
  readonly form?: URLSearchParams;
}

const HEAVY: { readonly [name: string]: Heavy } = {
  'CSV of everything': { path: `${PAGE}.csv` },
  'search for one letter': { path: `${PAGE}?q=o` },
  'search for a word in every record': { path: `${PAGE}?q=microscope` },
  'timeline by a frequent word': { path: '/-/timeline?q=order' },
  'timeline by one letter': { path: '/-/timeline?q=o' },
  'list with its facets': { path: `${PAGE}?state=approved` },
  'publishing 3,000 required fields': publishing(withFields(3_000)),
  'publishing 6,000 required fields': publishing(withFields(6_000)),
  'publishing a million commas': publishing(
    `# Specification: a\n\`\`\`yaml\na: [${','.repeat(1_000_000)}]\n\`\`\`\n`,
  ),
  'publishing 90,000 times `*a **`': publishing(`# Specification: a\n\n${'*a **'.repeat(90_000)}`),
  'a body of 80,000 unknown names': {
    path: '/api/purchasing/Request',
    json: JSON.stringify({ fields: Object.fromEntries(many(80_000, (n) => [`f${n}`, n])) }),
  },
  'a form of 19,000 inputs': {
    path: `${PAGE}/new`,
    form: new URLSearchParams(many(19_000, (n) => [`f${n}`, 'x'])),
  },
};

function many<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

function publishing(text: string): Heavy {
  return { path: '/-/publish', form: new URLSearchParams({ text, commandId: crypto.randomUUID() }) };
}

/** Refused for its last line, so that no version comes of it. */
function withFields(count: number): string {
  const fields = many(count, (n) => `      f${n}: { type: text, required: true }`).join('\n');
  return `# Specification: a\n## 3. Entities and their fields\n\`\`\`yaml\nentities:\n  Thing:\n    fields:\n${fields}\n\`\`\`\n`;
}

export async function measureBeside({ seconds, records }: Sizes): Promise<void> {
  const folder = await filled(records);
  const served = await serve(folder);
  const other = { ...served, cookie: await signIn(served.url, COLLEAGUE) };
  await load(served, { path: PAGE }, 1, 2);
  const rows: string[][] = [];
  for (const [name, heavy] of Object.entries(HEAVY)) {
    const idle = await load(served, { path: PAGE }, 1, seconds);
    const beside = keepAsking(other, heavy);
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
function keepAsking({ url, cookie }: Served, { path, json, form }: Heavy) {
  const body = json ?? form;
  const sent = body === undefined ? {} : { method: 'POST', body };
  const headers = { cookie, origin: url, ...(json !== undefined && { 'content-type': 'application/json' }) };
  let count = 0;
  let slowest = 0;
  let ended = false;
  const gone = new AbortController();
  const all = (async () => {
    while (!ended) {
      const started = performance.now();
      const answer = await fetch(url + path, { ...sent, headers, signal: gone.signal });
      // What is sent is meant to be refused, and that is what is measured.
      if (answer.status >= 500 || (body === undefined && answer.status !== 200))
        throw new Error(`${path} answered ${answer.status}`);
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
