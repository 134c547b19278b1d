// What everything answers that a person reaches from the first page, and what the API answers about the same.
import { parse } from 'node-html-parser';
import type { Browser, Daybook } from '../web/daybook.js';
import { ADMIN, AUDITOR, PASSWORD } from './people-of-world.js';

export interface Answer {
  readonly status: number;
  /** Of pages: its heading, and the texts of cells and values. */
  readonly values?: readonly string[];
  /** Of the API. */
  readonly json?: unknown;
  /** Without what differs each time. */
  readonly body: string;
}

/** `ruth /purchasing/requests` → answer. */
export type Answers = ReadonlyMap<string, Answer>;

const VIEWERS = [
  { name: AUDITOR, roots: ['/', '/-/timeline', '/-/roles'], isWanted: (path: string) => !isOfSystem(path) },
  { name: ADMIN, roots: ['/', '/-/people', '/-/calls', '/-/mails', '/-/publish'], isWanted: isOfSystem },
] as const;

function isOfSystem(path: string): boolean {
  return path.startsWith('/-/') && !path.startsWith('/-/events') && !path.startsWith('/-/timeline');
}

/** Speaks of the program, not of the data; or never ends. */
const LEFT_OUT = /^\/(-\/(status|sign-|account|timeline\/live|health|live|ready)|assets\/)|\/live$|\/files\//;

export async function collectAnswers(daybook: Daybook): Promise<Answers> {
  const examples = await findFirstOfEachType(daybook.installation.store);
  const answers = new Map<string, Answer>();
  for (const { name, roots, isWanted } of VIEWERS) {
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name, password: PASSWORD }).expect(303);
    await daybook.settled();
    const found = await followLinks({ browser, settled: daybook.settled }, roots, (path) => {
      const [, position] = /^\/-\/events\/(\d+)/.exec(path) ?? [];
      if (position !== undefined && !examples.has(Number(position))) return false;
      return !LEFT_OUT.test(path) && isWanted(path);
    });
    for (const [path, answer] of found) answers.set(`${name} ${path}`, answer);
  }
  const programs = daybook.browser();
  // Signs in, which is an event.
  await programs.get('/api/-/deputies').auth(AUDITOR, PASSWORD).expect(200);
  await daybook.settled();
  for (const path of await listApiPaths(daybook)) {
    const { status, body } = await programs.get(path).auth(AUDITOR, PASSWORD);
    answers.set(`${AUDITOR} ${path}`, { status, json: body as unknown, body: JSON.stringify(body) });
  }
  return answers;
}

async function followLinks(
  { browser, settled }: Pick<Daybook, 'settled'> & { readonly browser: Browser },
  roots: readonly string[],
  isWanted: (path: string) => boolean,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  const open = [...roots];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (answers.has(path)) continue;
    const { status, text, headers } = await browser.get(path);
    const page = isPage(headers) ? parse(text) : undefined;
    // An export of the timeline is an event, up to which the next one reads.
    if (!page) await settled();
    answers.set(path, { status, ...(page && { values: valuesOf(page) }), body: withoutIds(text ?? '') });
    for (const link of page?.querySelectorAll('a[href^="/"]') ?? []) {
      // Sorting, filters and pages of lists would never end.
      const [to] = link.getAttribute('href')!.split(/[?#]/);
      if (to && isWanted(to)) open.push(to);
    }
  }
  return answers;
}

const isPage = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers['content-type']?.startsWith('text/html') === true;

function valuesOf(page: ReturnType<typeof parse>): readonly string[] {
  const found = page.querySelectorAll('main h1, main td, main dd');
  const texts = found.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(texts)].filter((text) => text !== '').sort();
}

/** Of commands, of what forms open, and of exports; and the port of this run. */
const withoutIds = (text: string): string =>
  text
    .replaceAll(/(<input type="hidden"[^>]*value=")[\da-f]{8}-[\da-f-]{27}[^"]*"/g, '$1"')
    .replaceAll(/(^export,|"export":")[\da-f]{8}-[\da-f-]{27}/gm, '$1')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

/** Positions: the timeline's exports have every event. */
async function findFirstOfEachType(store: Daybook['installation']['store']): Promise<ReadonlySet<number>> {
  const first = new Map<string, number>();
  const head = await store.head();
  for await (const batch of store.all(0)) {
    for (const { type, position } of batch) if (!first.has(type)) first.set(type, position);
    if (batch.at(-1)!.position >= head) break;
  }
  return new Set(first.values());
}

const PAGE = 200;

async function listApiPaths({ installation }: Daybook): Promise<readonly string[]> {
  const paths = [
    ...['waiting', 'changes', 'scheduled', 'notices', 'deputies'].map((each) => `/api/-/${each}`),
    ...['a', '2026', 'Clara'].map((words) => `/api/-/search?q=${words}`),
    '/api/-/views?application=orders&screen=/orders',
    `/api/-/timeline?limit=${PAGE}`,
  ];
  for (const { specification } of await installation.specifications.all()) {
    const { key, entities } = specification;
    paths.push(`/api/${key}/constants`, `/api/${key}/-/waiting`, `/api/${key}/-/scheduled`);
    for (const entity of Object.keys(entities)) {
      const about = `/api/${key}/${entity}`;
      paths.push(`${about}?limit=${PAGE}`, `${about}/map`);
      for await (const batch of readRecordIds(installation, `${key.replaceAll('-', '_')}.${entity}-`))
        paths.push(...batch.map((id) => `${about}/${id}`));
    }
  }
  return paths;
}

async function* readRecordIds(
  { store }: Daybook['installation'],
  beginning: string,
): AsyncIterable<readonly string[]> {
  const head = await store.head();
  for await (const batch of store.all(0)) {
    yield batch
      .filter(({ stream, version }) => version === 1 && stream.startsWith(beginning))
      .map(({ stream }) => stream.slice(beginning.length));
    if (batch.at(-1)!.position >= head) return;
  }
}
