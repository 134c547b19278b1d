import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { faultyStore, takeReadModelsAway, type FaultyStore, type StoreFault } from '#test/faults/away.js';
import { hiddenIn, inputIn, PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

const NEW_ORDER = '/orders/orders/new';
const TYPED = { title: 'Paper', 'lines.0.item': 'A4', 'lines.0.quantity': '2', 'lines.0.price': '12.50' };
const ID = '01900000-0000-7000-8000-0000000000aa';
const RECORD = `/orders/orders/${ID}`;

let daybook: Daybook;
let store: FaultyStore;
let clerk: Browser;
let admin: Browser;

beforeAll(async () => {
  daybook = await startDaybook();
  [clerk, admin] = [await daybook.as('clerk'), await daybook.as('admin')];
  const context = { actor: PEOPLE.clerk.id, commandId: uuid() };
  const input = { title: 'Ink', notes: 'blue', lines: [{ item: 'Ink', quantity: '1', price: '9.00' }] };
  await daybook.send(new OpenRecord({ application: 'orders', entity: 'Order', id: ID, input, context }));
  await daybook.settled();
  store = faultyStore(daybook.installation);
});

afterEach(() => store.heal());
afterAll(async () => daybook.close());

const post = (browser: Browser, path: string, form: Record<string, string>) =>
  browser.post(path).type('form').send(form);
/** The form of a failed page, as its button submits it. */
const keptIn = (html: string) => {
  const form = /<form class="card db-form db-again"[\s\S]*?<\/form>/.exec(html)![0];
  const names = [...form.matchAll(/<input type="hidden" name="([^"]*)"/g)].map(([, name]) => name!);
  return Object.fromEntries(names.map((name) => [name, inputIn(form, name)!]));
};
const versionOf = async (stream: string) => (await daybook.installation.store.read(stream)).version;

describe('while the event store is away', () => {
  describe.each(['everything fails', 'reads hang'] as const)('(%s)', (fault) => {
    it.each([
      '/',
      '/orders/orders',
      '/orders/orders?state=draft&q=ink',
      '/orders/orders/board',
      '/orders/orders.csv',
      NEW_ORDER,
      RECORD,
      `${RECORD}/edit`,
      `${RECORD}/actions/send`,
      '/orders/specification',
      '/orders/specification/source',
      '/orders/shops',
      '/-/sign-in',
      '/api/orders/Order',
      `/api/orders/Order/${ID}`,
    ])('%s can be read', async (path) => {
      store.fail(fault);
      expect((await clerk.get(path)).status).toBe(200);
    });

    it.each([
      '/-/timeline',
      '/-/events/3',
      '/-/people',
      `/-/people/${PEOPLE.clerk.id}`,
      '/-/people/new',
      '/-/publish?application=orders',
      '/-/status',
    ])('%s can be read', async (path) => {
      store.fail(fault);
      expect((await admin.get(path)).status).toBe(200);
    });
  });

  it('the state of the installation says so', async () => {
    store.fail('everything fails');
    expect((await admin.get('/-/status')).text).toContain('The log cannot be reached just now');
    const health = await daybook.browser().get('/-/health');
    expect(health.status).toBe(503);
    expect(health.body).toMatchObject({
      info: { 'read models': { status: 'up' } },
      error: { 'event store': { status: 'down' } },
    });
    expect(health.text).not.toContain('secret.example');
  });

  const STAGES: readonly (readonly [StoreFault, { readonly after?: number }])[] = [
    ['reads fail', {}],
    ['reads hang', {}],
    ['appends fail', {}],
    ['appends hang', {}],
    ['answers are lost', {}],
    ['answers hang', {}],
    // The number is taken first; then the record's append fails.
    ['appends fail', { after: 1 }],
    ['answers are lost', { after: 1 }],
  ];

  it.each(STAGES)(
    'an order that is opened while %s %j keeps what was typed, and is there once when it is sent again',
    async (fault, options) => {
      const hidden = hiddenIn((await clerk.get(NEW_ORDER)).text);
      store.fail(fault, options);
      const answer = await post(clerk, NEW_ORDER, { ...TYPED, ...hidden });
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
      expect(answer.text).toContain('Nothing can be saved just now.');
      expect(answer.text).not.toContain('secret.example');
      expect(inputIn(answer.text, 'lines.0.price')).toBe('12.50');
      const kept = hiddenIn(answer.text);
      expect(kept).toEqual(hidden);
      store.heal();
      const again = await Promise.all([1, 2].map(() => post(clerk, NEW_ORDER, { ...TYPED, ...kept })));
      expect(again.map(({ status, headers }) => [status, headers['location']])).toEqual(
        Array(2).fill([303, `/orders/orders/${hidden['_id']}`]),
      );
      expect(await versionOf(`orders.Order-${hidden['_id']}`)).toBe(1);
    },
    30_000,
  );

  it.each([
    ['a change', `${RECORD}/edit`, { notes: 'green' }],
    ['a comment', `${RECORD}/comment`, { text: 'Blue,\nplease.' }],
  ] as const)('%s comes back as it was typed', async (_what, path, typed) => {
    const { version } = await daybook.installation.store.read(`orders.Order-${ID}`);
    const hidden = path.endsWith('edit')
      ? hiddenIn((await clerk.get(path)).text)
      : { commandId: uuid(), seen: String(version) };
    store.fail('everything fails');
    const answer = await post(clerk, path, { ...hidden, ...typed });
    expect(answer.status).toBe(503);
    for (const line of Object.values(typed)[0]!.split('\n')) expect(answer.text).toContain(line);
    store.heal();
    const kept = { ...hidden, ...hiddenIn(answer.text) };
    expect(kept['_command'] ?? kept['commandId']).toBe(hidden['_command'] ?? hidden['commandId']);
    expect((await post(clerk, path, { ...kept, ...typed })).status).toBe(303);
    expect((await post(clerk, path, { ...kept, ...typed })).status).toBe(303);
    expect(await versionOf(`orders.Order-${ID}`)).toBe(version + 1);
  });

  it('roles that were ticked are kept, and given once they can be', async () => {
    const path = `/-/people/${PEOPLE.guest.id}/roles`;
    const form = { commandId: uuid(), held: '', 'role.orders.boss': 'true' };
    store.fail('everything fails');
    const answer = await post(admin, path, form);
    expect(answer.status).toBe(503);
    store.heal();
    expect(keptIn(answer.text)).toEqual(form);
    expect((await post(admin, path, keptIn(answer.text))).status).toBe(303);
    await daybook.settled();
    const { events } = await daybook.installation.store.read(`user-${PEOPLE.guest.id}`);
    expect(events.at(-1)).toMatchObject({ type: 'user.role-granted', data: { role: 'boss' } });
  });

  let token: string;

  it('a person who is registered is registered once', async () => {
    const page = (await admin.get('/-/people/new')).text;
    const form = {
      id: inputIn(page, 'id')!,
      commandId: inputIn(page, 'commandId')!,
      name: 'Nina',
      signInName: 'nina',
    };
    store.fail('answers are lost', { after: 1 });
    const answer = await post(admin, '/-/people/new', form);
    expect(answer.status).toBe(503);
    expect(inputIn(answer.text, 'commandId')).toBe(form.commandId);
    store.heal();
    const again = await post(admin, '/-/people/new', form);
    expect(again.status).toBe(200);
    token = /welcome\?token=([\w.-]+)/.exec(again.text)![1]!;
    expect(token).toContain(form.id);
  });

  it('a password is asked for again rather than sent back, and the link works again', async () => {
    store.fail('everything fails');
    const nobody = daybook.browser();
    const typed = { token, password: 'not to be seen again' };
    const answer = await post(nobody, '/-/welcome', typed);
    expect(answer.status).toBe(503);
    expect(answer.text).not.toContain('not to be seen again');
    expect(answer.text).toMatch(/<input[^>]*type="password"[^>]*name="password"/);
    store.heal();
    expect((await post(nobody, '/-/welcome', typed)).status).toBe(303);
  });

  it('nobody signs in, and the page says why and keeps the name', async () => {
    store.fail('everything fails');
    const answer = await post(daybook.browser(), '/-/sign-in', { name: 'mia', password: 'x', next: '/' });
    expect(answer.status).toBe(503);
    expect(inputIn(answer.text, 'name')).toBe('mia');
  });
});

describe('while the read models are away', () => {
  let giveBack: () => void;

  const takeAway = () => (giveBack = takeReadModelsAway(daybook.installation.projections));
  afterEach(() => giveBack());

  it.each([
    '/',
    '/orders/orders',
    RECORD,
    NEW_ORDER,
    '/orders/specification',
    '/-/sign-in',
    '/orders/orders.csv',
  ])('%s says so, and works again by itself', async (path) => {
    takeAway();
    const answer = await clerk.get(path);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
    expect(answer.text).toContain('Nothing can be looked up just now.');
    expect(answer.text).toContain(`href="${path}"`);
    expect(answer.text).not.toContain('secret.example');
    giveBack();
    expect((await clerk.get(path)).status).toBe(200);
  });

  it('a program is told, and when to try again', async () => {
    takeAway();
    for (const path of ['/api/orders/Order', `/api/orders/Order/${ID}`]) {
      const answer = await clerk.get(path);
      expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
        503,
        'NOT_READABLE',
        '5',
      ]);
    }
  });

  it.each([
    [NEW_ORDER, { ...TYPED, notes: 'Two\nlines' }],
    [`${RECORD}/comment`, { text: 'Kept, of course' }],
    [`${RECORD}/actions/send`, {}],
  ])('what was posted to %s is kept, and can be sent again once', async (path, typed) => {
    const page = (await clerk.get(path === NEW_ORDER ? path : RECORD)).text;
    const seen = String(await versionOf(`orders.Order-${ID}`));
    const hidden = path === NEW_ORDER ? hiddenIn(page) : { commandId: uuid(), seen };
    takeAway();
    const answer = await post(clerk, path, { ...hidden, ...typed });
    expect(answer.status).toBe(503);
    for (const value of Object.values<string>(typed)) expect(answer.text).toContain(`<dd>${value}</dd>`);
    expect(keptIn(answer.text)).toEqual({ ...hidden, ...typed });
    giveBack();
    const stream = `orders.Order-${hidden['_id'] ?? ID}`;
    const before = await versionOf(stream);
    const again = [
      await post(clerk, path, keptIn(answer.text)),
      await post(clerk, path, keptIn(answer.text)),
    ];
    expect(again.map(({ status }) => status)).toEqual([303, 303]);
    expect(await versionOf(stream)).toBe(before + 1);
  });

  it('one can sign out, and is out when they are back', async () => {
    const browser = await daybook.as('second');
    takeAway();
    const answer = await browser.post('/-/sign-out');
    expect([answer.status, answer.headers['location']]).toEqual([303, '/-/sign-in']);
    expect(decodeURIComponent(String(answer.headers['set-cookie']))).toContain('ends in a moment');
    giveBack();
    expect((await browser.get('/orders/orders')).status).toBe(303);
  });

  it('what was said after saving is said all the same', async () => {
    const hidden = hiddenIn((await clerk.get(NEW_ORDER)).text);
    const opened = await post(clerk, NEW_ORDER, { ...TYPED, ...hidden });
    takeAway();
    const page = await clerk.get(opened.headers['location']!);
    expect(page.status).toBe(503);
    expect(page.text).toContain('Order created.');
  });

  it('health says which engine it is', async () => {
    takeAway();
    const health = await daybook.browser().get('/-/health');
    expect(health.status).toBe(503);
    expect(health.body).toMatchObject({
      info: { 'event store': { status: 'up' } },
      error: { 'read models': { status: 'down', why: 'not readable' } },
    });
    expect(health.text).not.toContain('secret.example');
  });
});

describe('while read models lag', () => {
  const BANNER = 'What you did last is saved, but may not be on this page yet.';

  it('what was just opened does not look lost: the page says that it is saved', async () => {
    const { projections } = daybook.installation;
    projections.subscription('records').pause();
    const hidden = hiddenIn((await clerk.get(NEW_ORDER)).text);
    const opened = await post(clerk, NEW_ORDER, { ...TYPED, ...hidden });
    const page = await clerk.get(opened.headers['location']!);
    expect(page.status).toBe(503);
    expect(page.text).toContain('Saved, and not here yet');
    expect(page.text).toContain('Order created.');
    // The page is about nothing else.
    expect(page.text).not.toContain(BANNER);
    expect(page.headers['refresh']).toBe('2');
    const list = await clerk.get('/orders/orders');
    expect([list.status, list.text.includes(BANNER)]).toEqual([200, true]);
    const api = await clerk.get('/api/orders/Order').set('Daybook-Position', '999999');
    expect([api.status, api.body.code]).toEqual([503, 'NOT_YET']);
    projections.subscription('records').resume();
    expect((await clerk.get(opened.headers['location']!)).status).toBe(200);
  });
});

describe('a session that ended while somebody was typing', () => {
  it('loses nothing of it', async () => {
    const answer = await post(daybook.browser(), NEW_ORDER, { ...TYPED, _command: uuid() });
    expect(answer.status).toBe(401);
    expect(keptIn(answer.text)).toMatchObject(TYPED);
  });
});
