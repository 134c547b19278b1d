// All routes × viewers × records × fields: no answer contains a hidden value.
import { get as listen, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Response } from 'supertest';
import { ChangeRecord, CommentRecord, OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { matchRoute } from '#web/addresses/match-route.js';
import { methodsOf, ROUTES as PAGE_ROUTES } from '#web/records/route-table.js';
import { sampleCases } from '../../property-runs.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { ROUTES, routesOf, type About, type Ask } from './routes.js';
import { first, forms, second, values } from './vault.js';

const [VAULT, OTHER] = ['vault', 'cellar'] as const;
const KEEPER = uuid();

/** `nobody` is not signed in. */
const VIEWERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  nobody: [],
  'no role': [],
  reader: [[VAULT, 'reader']],
  'keeper of the other application': [[OTHER, 'keeper']],
  auditor: [['-', 'auditor']],
  admin: [['-', 'admin']],
  keeper: [[VAULT, 'keeper']],
};

const OTHERS = Object.keys(VIEWERS).filter((viewer) => viewer !== 'keeper' && viewer !== 'reader');

/** A hidden value with those who may see it. */
interface Planted {
  readonly what: string;
  readonly value: string | number;
  readonly seenBy: readonly string[];
}

const planted: Planted[] = [];
const boxes: { key: string; id: string }[] = [];
let daybook: Daybook;
const browsers = new Map<string, Browser>();

beforeAll(async () => {
  daybook = await startDaybook();
  for (const key of [VAULT, OTHER]) {
    await daybook.send(new PublishSpecification({ text: first(key), context: system() }));
    await daybook.settled();
    await box(key, 'open');
    await box(key, 'closed');
    await daybook.send(new PublishSpecification({ text: second(key), context: system() }));
  }
  for (const [name, roles] of Object.entries(VIEWERS)) {
    const id = name === 'keeper' ? KEEPER : uuid();
    const given = roles.map(([application, role]) => ({ application, role }));
    await daybook.send(new RegisterUser({ id, name, demo: true, roles: given, context: system() }));
    await daybook.settled();
    const browser = daybook.browser();
    if (name !== 'nobody')
      await browser.post('/-/sign-in/demo').type('form').send({ person: id }).expect(303);
    browsers.set(name, browser);
  }
  await shareView();
});

/** Filters by a hidden value and shows its column. */
async function shareView(): Promise<void> {
  const { secret, budget } = values(`${VAULT}-open-1`, 918_274_001);
  const query = new URLSearchParams({
    secret,
    'budget.from': String(budget),
    columns: 'name,secret',
    sort: 'secret',
  });
  const view = {
    application: VAULT,
    screen: '/boxes',
    name: 'Shared',
    query: query.toString(),
    shared: true,
  };
  await browsers.get('keeper')!.post('/api/-/views').send(view).expect(201);
  await daybook.settled();
  const saved = await browsers.get('keeper')!.get(`/api/-/views?application=${VAULT}&screen=/boxes`);
  expect(saved.text).toContain(String(budget));
}

afterAll(() => daybook.close());

/** Filled in, then changed, so that both values stand in the history. */
async function box(key: string, state: 'open' | 'closed'): Promise<void> {
  const id = uuid();
  const mark = `${key}-${state}`;
  const on = { application: key, entity: 'Box', id };
  const [before, after] = [0, 1].map((n) =>
    values(`${mark}-${n}`, 918_273_001 + 10 * boxes.length + 1_000 * n),
  );
  const name = `name-${mark}`;
  const gone = `gone-${mark}`;
  await daybook.send(
    new OpenRecord({ ...on, input: { name, amount: 7, gone, ...before }, context: system() }),
  );
  await daybook.send(new ChangeRecord({ ...on, input: { ...after }, baseVersion: 1, context: system() }));
  const comment = `comment-${mark}`;
  await daybook.send(new CommentRecord({ ...on, text: comment, context: system() }));
  const reason = `reason-${mark}`;
  if (state === 'closed')
    await daybook.send(
      new TakeAction({ ...on, action: 'close', input: {}, reason, baseVersion: 3, context: system() }),
    );
  const keepers = key === VAULT ? ['keeper'] : ['keeper of the other application'];
  const readers = [...keepers, 'auditor', ...(key === VAULT && state === 'open' ? ['reader'] : [])];
  for (const one of [before!, after!]) {
    for (const [field, value] of Object.entries({
      ...one,
      lines: one.lines[0]!.item,
      double: one.budget * 2,
    }))
      planted.push({ what: `${field} of ${mark}`, value: value as string | number, seenBy: keepers });
  }
  planted.push({ what: `gone of ${mark}`, value: gone, seenBy: [] });
  planted.push({ what: `name of ${mark}`, value: name, seenBy: readers });
  planted.push({ what: `comment on ${mark}`, value: comment, seenBy: readers });
  if (state === 'closed') planted.push({ what: `reason of ${mark}`, value: reason, seenBy: readers });
  boxes.push({ key, id });
}

async function answer(browser: Browser, { method, path, body, form, headers = {} }: Ask): Promise<string> {
  const asked = browser[method](path).set(headers).redirects(0).buffer(true);
  const {
    status,
    headers: said,
    text,
  }: Response = await (form ? asked.type('form').send(body) : asked.send(body));
  return `${status}\n${JSON.stringify(said)}\n${opened(text ?? '')}`;
}

/** Cursors in links can be decoded. */
function opened(text: string): string {
  const cursors = [...text.matchAll(/(?:after|before|history)=([\w-]+)/g)];
  return [text, ...cursors.map(([, cursor]) => Buffer.from(cursor!, 'base64url').toString('latin1'))].join(
    ' ',
  );
}

function found(viewer: string, text: string, sent: Ask): readonly string[] {
  const own = JSON.stringify(sent);
  return planted
    .filter(({ seenBy }) => !seenBy.includes(viewer))
    .filter(({ value }) => forms(value).some((form) => text.includes(form) && !own.includes(form)))
    .map(({ what }) => what);
}

/** Most requests about one box are the same for the other. */
const withoutRepetition = (asks: readonly Ask[]): readonly Ask[] => [
  ...new Map(asks.map((ask) => [JSON.stringify(ask), ask])).values(),
];

const FEW_ASKS = 10;

/** Readers see part of what there is, so they send every request; the others divide the many requests of a route among them. */
const asksOf = (viewer: string, asks: readonly Ask[]): readonly Ask[] =>
  viewer === 'reader' || asks.length <= FEW_ASKS ? asks : sampleCases(asks, OTHERS.indexOf(viewer));

const about = async (): Promise<readonly About[]> => {
  const head = await daybook.installation.store.head();
  const positions = Array.from({ length: Number(head) }, (_, index) => index + 1);
  return boxes.map((one, index) => ({ ...one, person: KEEPER, positions: index === 0 ? positions : [] }));
};

describe('the table of this test', () => {
  it('has a line for every route there is', () => {
    const routes = routesOf(daybook.app);
    expect(routes.length).toBeGreaterThan(25);
    expect(routes.filter((route) => !(route in ROUTES))).toEqual([]);
  });

  it('asks for every kind of page that addresses of documents have', async () => {
    const { specification } = (await daybook.installation.specifications.current(VAULT))!;
    const asks = (await about()).flatMap((one) =>
      ['GET /:application/*path', 'POST /:application/*path'].flatMap((route) => ROUTES[route]!(one)),
    );
    const asked = new Set(
      asks.map(({ method, path }) => {
        const route = matchRoute(specification, new URL(path, 'http://x').pathname.slice(VAULT.length + 1));
        return `${method.toUpperCase()} ${route?.kind}`;
      }),
    );
    const kinds = Object.keys(PAGE_ROUTES) as (keyof typeof PAGE_ROUTES)[];
    const all = kinds.flatMap((kind) => methodsOf(kind).map((method) => `${method} ${kind}`));
    // A stream of news ends only with its connection, so it is read below.
    expect(all.filter((each) => !asked.has(each))).toEqual(['GET live']);
  });

  it('plants what those who may see it do see', async () => {
    const browser = browsers.get('keeper')!;
    const all = await Promise.all(
      boxes.slice(0, 2).map(({ id }) => answer(browser, { method: 'get', path: `/vault/boxes/${id}` })),
    );
    const unseen = planted
      .filter(({ seenBy }) => seenBy.includes('keeper'))
      .filter(({ value }) => !forms(value).some((form) => all.join().includes(form)));
    expect(unseen).toEqual([]);
  });
});

/** Time, request id, and command ids in forms. */
const CHANGING =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"date":"[^"]*"|"etag":"[^"]*"/g;

/** All but readers and keepers may open nothing here. */
it.each(OTHERS)('%s does not learn by opening which ids there are', async (viewer) => {
  const told = async (id: string) => {
    const fields = { name: 'x', other: id, guard: id };
    const asks: readonly Ask[] = [
      { method: 'post', path: '/api/vault/Box', body: { id, fields } },
      { method: 'post', path: '/vault/boxes/new', body: { _id: id, ...fields }, form: true },
    ];
    const answers: string[] = [];
    for (const ask of asks) {
      const said = await answer(browsers.get(viewer)!, ask);
      answers.push(said.replaceAll(id, 'ID').replaceAll(CHANGING, ''));
    }
    return answers;
  };
  const free = await told(uuid());
  for (const id of [...boxes.map((box) => box.id), KEEPER]) expect(await told(id)).toEqual(free);
});

describe.each([...OTHERS, 'reader'])('%s', (viewer) => {
  it.each(Object.keys(ROUTES))(
    'receives nothing hidden from %s',
    async (route) => {
      const received: string[] = [];
      for (const ask of asksOf(viewer, withoutRepetition((await about()).flatMap(ROUTES[route]!)))) {
        const told = found(viewer, await answer(browsers.get(viewer)!, ask), ask);
        received.push(...told.map((what) => `${what} at ${ask.method} ${ask.path}`));
      }
      expect(received).toEqual([]);
    },
    60_000,
  );

  it('receives nothing hidden from a stream of news', async () => {
    const { port } = daybook.app.getHttpServer().address() as AddressInfo;
    const agent = browsers.get(viewer)! as unknown as {
      jar: { getCookies(at: object): { toValueString(): string } };
    };
    const { CookieAccessInfo } = await import('cookiejar');
    const cookie = agent.jar.getCookies(new CookieAccessInfo('127.0.0.1', '/', false, false)).toValueString();
    for (const { key, id } of boxes) {
      const path = `/${key}/boxes/${id}/live`;
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        listen({ port, path, headers: { cookie } }, resolve).on('error', reject);
      });
      const text = await new Promise<string>((resolve) => {
        response
          .setEncoding('utf8')
          .once('data', resolve)
          .once('end', () => resolve(''));
      });
      response.destroy();
      const said = `${response.statusCode} ${JSON.stringify(response.headers)} ${text}`;
      expect(found(viewer, said, { method: 'get', path })).toEqual([]);
    }
  });
});
