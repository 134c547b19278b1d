// What a list page costs while somebody else asks one heavy question after the other, beside what it costs alone, and beside as
// many ordinary pages as there were heavy questions: two who share a processor wait for each other, whatever they ask.
import { rmSync } from 'node:fs';
import { table } from '../src/cli/table.js';
import { headingLine, SECTION_NUMBERS } from '../src/specification/document/headings.js';
import { load, serve, signIn, type Served } from './client.js';
import { filled } from './filled.js';
import { COLLEAGUE } from './workplace.js';
import type { Sizes } from './run-sizes.js';

const PAGE = '/purchasing/requests';

/** What is asked for, or sent, and what has to come back: something else was measured otherwise. */
interface Heavy {
  readonly path: string;
  readonly json?: string;
  /** A new one each time. */
  readonly form?: () => URLSearchParams;
  readonly status: number;
  /** What a refusal is for. */
  readonly says?: string;
}

const HEAVY: { readonly [name: string]: Heavy } = {
  'CSV of everything': page(`${PAGE}.csv`),
  'search for one letter': page(`${PAGE}?q=o`),
  'search for a word in every record': page(`${PAGE}?q=microscope`),
  'timeline by a frequent word': page('/-/timeline?q=order'),
  'timeline by one letter': page('/-/timeline?q=o'),
  'list with its facets': page(`${PAGE}?state=approved`),
  'publishing 2,500 text fields': accepted(() => withFields('Large', 2_500, () => 'type: text')),
  'a form of 2,500 fields': page('/large/things/new'),
  'the specification of it': page('/large/specification'),
  'publishing 2,500 computed fields': accepted(() =>
    withFields(
      'Computed',
      2_500,
      (n) => `type: integer, computed: record.${n === 0 ? 'amount' : `f${n - 1}`} + 1`,
    ),
  ),
  'the form of the last one, all computed': page('/computed/things/new'),
  'its specification': page('/computed/specification'),
  'publishing 6,000 required fields': refused(
    withFields('Refused', 6_000, () => 'type: text, required: true'),
    'has more than 20000 parts',
  ),
  'publishing 300,000 commas': refused(
    documentOf('Refused', `a: [${','.repeat(300_000)}]`),
    'has more than 20000 parts',
  ),
  'publishing 90,000 times `*a **`': refused(
    documentOf('Refused', 'entities: {}').replace('not shown.', `not shown.\n\n${'*a **'.repeat(90_000)}`),
    'the prose has more than 4000 signs',
  ),
  'a body of 60,000 unknown names': {
    path: '/api/purchasing/Request',
    json: JSON.stringify({ fields: Object.fromEntries(many(60_000, (n) => [`f${n}`, n])) }),
    ...{ status: 413, says: '1000 names or rows' },
  },
  'a form of 19,000 inputs': {
    path: `${PAGE}/new`,
    form: () => new URLSearchParams(many(19_000, (n) => [`f${n}`, 'x'])),
    ...{ status: 413, says: '1000 names or rows' },
  },
};

function page(path: string): Heavy {
  return { path, status: 200 };
}

function many<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

function publishing(text: () => string): Pick<Heavy, 'path' | 'form'> {
  const form = () => new URLSearchParams({ text: text(), commandId: crypto.randomUUID() });
  return { path: '/-/publish', form };
}

/** Never the same twice, so that each is another version. */
function accepted(text: () => string): Heavy {
  const next = () => text().replace('not shown.', `not shown.\n\n${crypto.randomUUID()}`);
  return { ...publishing(next), status: 303 };
}

function refused(text: string, says: string): Heavy {
  return { ...publishing(() => text), status: 422, says };
}

function withFields(name: string, count: number, fieldOf: (index: number) => string): string {
  const fields = many(count, (n) => `      f${n}: { ${fieldOf(n)} }`).join('\n');
  return documentOf(name, `entities:\n  Thing:\n    fields:\n      amount: { type: integer }\n${fields}`);
}

/** Whole but for what is wrong with its entities. */
function documentOf(name: string, entities: string): string {
  const sections = SECTION_NUMBERS.map((number) => {
    const shown = number === 3 ? `\`\`\`yaml\n${entities}\n\`\`\`` : 'not shown.';
    return `${headingLine(number)}\n\n${shown}\n`;
  });
  return `# Specification: ${name}\n\n${sections.join('\n')}`;
}

interface Round {
  readonly idle: number;
  readonly beside: number;
  readonly control: number;
  /** The one list page that took longest beside the questions. */
  readonly longest: number;
  readonly bad: number;
  readonly asked: number;
  readonly slowest: number;
}

/** Of alternating measurements. */
const ROUNDS = 3;

export async function measureBeside({ seconds: whole, records, only = [''] }: Sizes): Promise<void> {
  const seconds = Math.max(1, Math.round(whole / 2));
  const folder = await filled(records);
  const served = await serve(folder);
  const other = { ...served, cookie: await signIn(served.url, COLLEAGUE) };
  await load(served, { path: PAGE }, 1, 2);
  const chosen = Object.entries(HEAVY).filter(([name]) => only.some((word) => name.includes(word)));
  const rounds = new Map<string, Round[]>(chosen.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, heavy] of chosen) {
      const figures = await oneRound(served, other, heavy, seconds);
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
  const columns = [
    'beside',
    'answer',
    'idle p99',
    'p99 ms',
    'ratio',
    'as many pages',
    'ratio',
    'longest ms',
    'bad',
    'asked',
    'slowest ms',
  ];
  console.log(
    table(
      columns,
      [...rounds].map(([name, all]) => rowOf(name, all)),
    ),
  );
}

/** Alone, beside the heavy questions, and beside as many pages: one after the other, so that all three meet the same machine. */
async function oneRound(served: Served, other: Served, heavy: Heavy, seconds: number): Promise<Round> {
  const idle = await load(served, { path: PAGE }, 1, seconds);
  const asking = keepAsking(other, heavy);
  const beside = await load(served, { path: PAGE }, 1, seconds);
  const { count, slowest } = await asking.end();
  const [control] = await Promise.all([
    load(served, { path: PAGE }, 1, seconds),
    load(other, { path: PAGE }, 1, seconds, Math.max(1, Math.round(count / seconds))),
  ]);
  const bad = idle.bad + beside.bad + control.bad;
  return {
    idle: idle.p99,
    beside: beside.p99,
    control: control.p99,
    longest: beside.longest,
    bad,
    asked: count,
    slowest,
  };
}

function rowOf(name: string, rounds: readonly Round[]): string[] {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure));
  const { status, says } = HEAVY[name]!;
  return [
    name,
    says === undefined ? String(status) : `${status} ${says}`,
    of(({ idle }) => idle).toFixed(0),
    of(({ beside }) => beside).toFixed(0),
    of(({ beside, idle }) => beside / idle).toFixed(1),
    of(({ control }) => control).toFixed(0),
    of(({ control, idle }) => control / idle).toFixed(1),
    Math.max(...rounds.map(({ longest }) => longest)).toFixed(0),
    String(rounds.reduce((sum, { bad }) => sum + bad, 0)),
    of(({ asked }) => asked).toFixed(0),
    Math.max(...rounds.map(({ slowest }) => slowest)).toFixed(0),
  ];
}

const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)]!;

/** One client, which asks again as soon as it has the whole answer. */
function keepAsking({ url, cookie }: Served, heavy: Heavy) {
  const { path, json, form } = heavy;
  const headers = { cookie, origin: url, ...(json !== undefined && { 'content-type': 'application/json' }) };
  let count = 0;
  let slowest = 0;
  let ended = false;
  const gone = new AbortController();
  const all = (async () => {
    while (!ended) {
      const body = json ?? form?.();
      const sent = body === undefined ? {} : { method: 'POST', body };
      const started = performance.now();
      const answer = await fetch(url + path, { ...sent, headers, signal: gone.signal, redirect: 'manual' });
      await mustBeMeant(answer, heavy);
      slowest = Math.max(slowest, performance.now() - started);
      count += 1;
    }
  })();
  // Told by whoever ends it.
  all.catch(() => {});
  return {
    async end() {
      ended = true;
      // An export of everything is not waited for; what is written is.
      if (count > 0 && !form && json === undefined) gone.abort();
      await all.catch((error: unknown) => {
        if (!gone.signal.aborted) throw error;
      });
      return { count, slowest };
    },
  };
}

async function mustBeMeant(answer: Response, { path, status, says }: Heavy): Promise<void> {
  const text = await answer.text();
  if (answer.status === status && text.includes(says ?? '')) return;
  throw new Error(`${path} answered ${answer.status}, not ${status} ${says ?? ''}: ${text.slice(0, 2_000)}`);
}
