// All routes × API tokens: none gets more than its token permits.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';
import { ROUTES, type About, type Ask } from './routes.js';
import { forms, second, values } from './vault.js';

const [VAULT, OTHER] = ['vault', 'cellar'] as const;
const PERSON = uuid();
const BOX = uuid();
const PLANTED = values('vault-box', 918_273_001);
const NAME = 'name-of-the-vault-box';
const HIDDEN = [NAME, PLANTED.secret, PLANTED.budget, PLANTED.lines[0]!.item, PLANTED.blind];

let daybook: Daybook;
let browser: Browser;

beforeAll(async () => {
  daybook = await startDaybook({ peopled: false });
  for (const key of [VAULT, OTHER])
    await daybook.send(new PublishSpecification({ text: second(key), context: system() }));
  const roles = [
    { application: VAULT, role: 'keeper' },
    { application: OTHER, role: 'keeper' },
    { application: '-', role: 'admin' },
    { application: '-', role: 'auditor' },
  ];
  await daybook.send(new RegisterUser({ id: PERSON, name: 'Kim', demo: true, roles, context: system() }));
  const input = { name: NAME, amount: 7, ...PLANTED };
  const box = { application: VAULT, entity: 'Box', id: BOX, input };
  await daybook.send(new OpenRecord({ ...box, context: system() }));
  await daybook.settled();
  browser = daybook.browser();
  await browser.post('/-/sign-in/demo').type('form').send({ person: PERSON }).expect(303);
});

afterAll(() => daybook.close());

const made = new Map<string, Promise<string>>();

/** One for each kind, since a person may have a few only. */
function make(limits: object): Promise<string> {
  const kind = JSON.stringify(limits);
  const token = made.get(kind) ?? issue(limits);
  made.set(kind, token);
  return token;
}

async function issue(limits: object): Promise<string> {
  const form = { name: 'Robot', application: '', expires: '30', commandId: uuid(), ...limits };
  const { text } = await browser.post('/-/account/tokens').type('form').send(form).expect(200);
  const token = /daybook_[0-9a-f]{16}_[\w-]{43}/.exec(text)![0];
  // Its first use of the day is recorded.
  await answer(token, { method: 'get', path: `/api/${OTHER}/Box` });
  return token;
}

const ABOUT: About = { key: VAULT, id: BOX, person: PERSON, positions: [1] };
const ROUTES_OF_API = Object.keys(ROUTES).filter((route) => route.includes(' /api/'));
/** They change nothing, whatever their method. */
const READING = new Set(['POST /api/-/timeline/check']);

async function answer(token: string, { method, path, body, form, headers = {} }: Ask) {
  const anyone = daybook.browser();
  const request = anyone[method](path).set({ ...headers, Authorization: `Bearer ${token}` });
  const sent = form ? request.type('form') : request;
  const { status, body: said, text, headers: received } = await sent.redirects(0).send(body);
  return {
    status,
    code: (said as { code?: string }).code,
    text: `${JSON.stringify(received)} ${text ?? ''}`,
  };
}

const planted = (text: string, sent: Ask) => {
  const own = JSON.stringify(sent);
  return HIDDEN.filter((value) => forms(value).some((form) => text.includes(form) && !own.includes(form)));
};

describe('a token of another application', () => {
  it.each(ROUTES_OF_API)(
    'receives nothing of this one from %s, and changes nothing',
    async (route) => {
      const token = await make({ access: 'write', application: OTHER });
      const head = await daybook.installation.store.head();
      for (const ask of ROUTES[route]!(ABOUT)) {
        const { status, text } = await answer(token, ask);
        expect([ask.path, planted(text, ask)]).toEqual([ask.path, []]);
        expect([ask.path, [403, 404].includes(status)]).toEqual([ask.path, true]);
      }
      expect(await daybook.installation.store.head()).toBe(head);
    },
    60_000,
  );
});

describe('a token of all applications', () => {
  it('receives what its person does, so that the values are there to be found', async () => {
    const token = await make({ access: 'read' });
    const ask: Ask = { method: 'get', path: `/api/${VAULT}/Box/${BOX}` };
    const { status, text } = await answer(token, ask);
    expect([status, planted(text, ask)]).toEqual([200, HIDDEN]);
  });

  it.each(ROUTES_OF_API.filter((route) => /^\w+ \/api\/-\/timeline/.test(route)))(
    'without the rights of auditors is refused by %s',
    async (route) => {
      const token = await make({ access: 'write' });
      for (const ask of ROUTES[route]!(ABOUT)) expect((await answer(token, ask)).status).toBe(403);
    },
  );
});

describe('a token that only reads', () => {
  it.each(ROUTES_OF_API.filter((route) => !route.startsWith('GET ') && !READING.has(route)))(
    'is refused by %s, and changes nothing',
    async (route) => {
      const token = await make({ access: 'read', administration: 'true' });
      const head = await daybook.installation.store.head();
      for (const ask of ROUTES[route]!(ABOUT))
        expect(await answer(token, ask)).toMatchObject({ status: 403, code: 'TOKEN_READS_ONLY' });
      expect(await daybook.installation.store.head()).toBe(head);
    },
  );
});

describe('a token that writes', () => {
  it.each(ROUTES_OF_API.filter((route) => /^POST \/api\/-\//.test(route) && !READING.has(route)))(
    'changes nothing outside of applications by %s',
    async (route) => {
      const token = await make({ access: 'write', administration: 'true' });
      for (const ask of ROUTES[route]!(ABOUT))
        expect(await answer(token, ask)).toMatchObject({ status: 403, code: 'NOT_FOR_TOKENS' });
    },
  );

  it('does not sign, not even with the password of its person', async () => {
    const token = await make({ access: 'write' });
    const path = `/api/${VAULT}/Box/${BOX}/actions/agree`;
    const signature = { name: 'kim', password: 'a sentence is fine' };
    const ask: Ask = { method: 'post', path, body: { signature }, headers: { 'If-Match': '"1"' } };
    expect(await answer(token, ask)).toMatchObject({ status: 403, code: 'NOT_FOR_TOKENS' });
  });
});

describe('any token', () => {
  it.each(
    Object.keys(ROUTES).filter(
      (route) =>
        !route.includes(' /api/') && !/^(GET|POST) \/-\/(sign|wel|hea|live|ready|appear|receive)/.test(route),
    ),
  )('is nobody for %s', async (route) => {
    const token = await make({ access: 'write', administration: 'true' });
    for (const ask of ROUTES[route]!(ABOUT).slice(0, 3))
      expect([303, 401]).toContain((await answer(token, { ...ask })).status);
  });
});
