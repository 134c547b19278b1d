// All routes × viewers × records × fields: values planted in everything that is hidden are looked for in every answer.
import { get as listen, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import type { Response } from 'supertest';
import { ChangeRecord, CommentRecord, OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { ROUTES, routesOf, type About, type Ask } from './routes.js';
import { first, forms, second, values } from './vault.js';

const [VAULT, OTHER] = ['vault', 'cellar'] as const;
const KEEPER = uuid();

/** Viewer → roles. Nobody is not signed in. */
const VIEWERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  nobody: [],
  'no role': [],
  reader: [[VAULT, 'reader']],
  'keeper of the other application': [[OTHER, 'keeper']],
  auditor: [['-', 'auditor']],
  admin: [['-', 'admin']],
  keeper: [[VAULT, 'keeper']],
};

/** What was planted: in which record of which application, and who is meant to see it. */
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
});

afterAll(() => daybook.close());

/** A box whose hidden fields are filled in, then changed, so that both stand in its history. */
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

/** Cursors in links can be read by whoever gets them. */
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

/** Most of what is asked about one box of an application is the same for the other one. */
const once = (asks: readonly Ask[]): Iterable<Ask> =>
  new Map(asks.map((ask) => [JSON.stringify(ask), ask])).values();

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

/** What differs from answer to answer: the time, the request’s own id, command ids in forms. */
const CHANGING =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"date":"[^"]*"|"etag":"[^"]*"/g;

/** All but these may open nothing here. */
const OPENERS = ['reader', 'keeper'];

it.each(Object.keys(VIEWERS).filter((viewer) => !OPENERS.includes(viewer)))(
  '%s does not learn by opening which ids there are',
  async (viewer) => {
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
  },
);

describe.each(Object.keys(VIEWERS).filter((viewer) => viewer !== 'keeper'))('%s', (viewer) => {
  it.each(Object.keys(ROUTES))(
    'receives nothing hidden from %s',
    async (route) => {
      const received: string[] = [];
      for (const ask of once((await about()).flatMap(ROUTES[route]!))) {
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
