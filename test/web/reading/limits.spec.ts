// Slow queries, and exports whose reader does not read.
import type { AddressInfo } from 'node:net';
import { get, type IncomingMessage } from 'node:http';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Generation } from '#projections/port/generation.js';
import { openReaderPool } from '#projections/engines/sqlite/readers/reader-pool.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const document = documentOf({
  1: `key: heap
name: The heap`,
  2: `screens:
  /papers: { list: Paper, columns: [title, words] }`,
  3: `entities:
  Paper: { title: "{title}", fields: { title: { type: text }, words: { type: text, multiline: true } } }`,
  9: 'limits: { text: 40000 }',
});

/** More than socket buffers hold: three pages of an export, ten megabytes. */
const PAPERS = 600;
const WORDS = 'word'.repeat(4_500);

let daybook: Daybook;
const [ada, bert] = [uuid(), uuid()];
const browsers = new Map<string, { browser: Browser; cookie: string }>();

beforeAll(async () => {
  daybook = await startDaybook({ peopled: false });
  await daybook.send(new PublishSpecification({ text: document, context: system() }));
  for (const id of [ada, bert]) {
    await daybook.send(
      new RegisterUser({ id, name: `Person ${id.slice(-3)}`, demo: true, context: system() }),
    );
    await daybook.settled();
    const browser = daybook.browser();
    const answer = await browser.post('/-/sign-in/demo').type('form').send({ person: id }).expect(303);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    browsers.set(id, { browser, cookie: cookies.map((each) => each.split(';')[0]).join('; ') });
  }
  const open = (index: number) => {
    const on = { application: 'heap', entity: 'Paper', id: uuid(), context: { ...system(), actor: ada } };
    return daybook.send(new OpenRecord({ ...on, input: { title: `Paper ${index}`, words: WORDS } }));
  };
  // In batches, as a command that waits more than eight seconds is refused.
  for (let first = 0; first < PAPERS; first += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, PAPERS - first) }, (_, index) => open(first + index)),
    );
  await daybook.settled();
}, 60_000);
afterAll(() => daybook.close());
afterEach(() => {
  jest.restoreAllMocks();
});

/** The read model of all pages, to be observed. */
function records(): Generation {
  const { projections } = daybook.installation;
  const all = projections.generation.bind(projections);
  const watched = all('records');
  jest
    .spyOn(projections, 'generation')
    .mockImplementation((name) => (name === 'records' ? watched : all(name)));
  return watched;
}

/** Does not read the answer. */
function download(person: string): Promise<IncomingMessage> {
  const { port } = daybook.app.getHttpServer().address() as AddressInfo;
  const { cookie } = browsers.get(person)!;
  return new Promise((resolve, reject) => {
    get({ port, path: '/heap/papers.csv', headers: { cookie }, agent: false }, resolve).on('error', reject);
  });
}

describe('given two lists that somebody downloads and does not read', () => {
  it('when they ask for a third, then it is refused in words; others go on; and when they leave, nothing more is read for them', async () => {
    const find = jest.spyOn(records(), 'find');
    const under = [await download(ada), await download(ada)];
    expect(under.map(({ statusCode }) => statusCode)).toEqual([200, 200]);

    const { browser } = browsers.get(ada)!;
    const third = await browser.get('/heap/papers.csv').set('Accept', 'text/html');
    expect([third.status, third.text]).toEqual([
      429,
      expect.stringContaining('You are downloading 2 files already.'),
    ]);
    expect((await browser.get('/heap/papers')).status).toBe(200);
    const other = await download(bert);
    expect(other.statusCode).toBe(200);
    other.destroy();

    for (const response of under) response.destroy();
    let again = await download(ada);
    while (again.statusCode === 429) {
      again.resume();
      again = await download(ada);
    }
    again.destroy();
    // Without stopping, each would have read three pages.
    const exported = find.mock.calls.filter(([, { limit }]) => limit === 250);
    expect(exported.length).toBeLessThan(4 * 3);
  }, 60_000);
});

describe('given a question that comes to no end', () => {
  it('when a page, a program or an export asks it, then it is 422 in words, and no page of HTML for programs', async () => {
    const file = pathToFileURL(join(import.meta.dirname, '../../threads/never-answers.mjs'));
    // The numbers in the header are queries as well.
    const readers = openReaderPool({ threads: 4, answerWithin: 50, file });
    const stuck = async () => {
      await readers.runQuery('', {} as never);
      throw new Error('it was answered');
    };
    jest.spyOn(records(), 'find').mockImplementation(stuck);
    const { browser } = browsers.get(bert)!;
    const page = await browser.get('/heap/papers').set('Accept', 'text/html');
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('takes too long to answer')]);
    expect(page.text).toContain('<h1>That takes too long</h1>');
    expect(page.text).toContain('Narrow it');
    const problem = await browser.get('/api/heap/Paper');
    expect([problem.status, problem.body]).toEqual([
      422,
      expect.objectContaining({ code: 'TAKES_TOO_LONG' }),
    ]);
    expect(problem.headers['content-type']).toContain('application/problem+json');
    await readers.close();
  });
});
