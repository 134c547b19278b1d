import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStoreUnavailable } from '#event-store/event-store.js';
import { DiskFull } from '#event-store/sqlite/sqlite-errors.js';
import { v7 as uuid } from 'uuid';
import { RegisterUser } from '#domain/user/user-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import {
  ORDERS as ORDERS_TEXT,
  PEOPLE,
  hiddenIn,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '../daybook.js';

const ORDERS = '/api/orders/Order';
const FIELDS = { title: 'Paper', lines: [{ item: 'A4', quantity: 2, price: '12.50' }] };

describe('the JSON API', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let boss: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    const text = ORDERS_TEXT.replace('key: orders', 'key: others').replace(/^name: .*$/m, 'name: Others');
    await daybook.send(new PublishSpecification({ text, context: system() }));
    await daybook.settled();
    [clerk, boss] = await Promise.all([daybook.as('clerk'), daybook.as('boss')]);
  });

  afterAll(async () => daybook.close());

  const open = async (fields: object = FIELDS, headers: Record<string, string> = {}) =>
    clerk.post(ORDERS).set(headers).send({ fields });

  const opened = async (fields: object = FIELDS) => {
    const answer = await open(fields);
    expect([answer.status, answer.body]).toMatchObject([201, { version: 1 }]);
    return answer.headers['location']!;
  };

  const eventsOf = async (path: string) =>
    (await daybook.installation.store.read(`orders.Order-${path.split('/').at(-1)}`)).events;

  it('opens a record, says where it is, and reads it back at once', async () => {
    const answer = await open();
    expect(answer.status).toBe(201);
    expect(answer.headers['etag']).toBe('"1"');
    const position = answer.headers['daybook-position']!;
    const read = await boss.get(answer.headers['location']!).set('Daybook-Position', position);
    expect(read.status).toBe(200);
    expect(read.headers['etag']).toBe('"1"');
    expect(read.body).toMatchObject({
      id: answer.body.id,
      entity: 'Order',
      version: 1,
      state: 'draft',
      openedBy: PEOPLE.clerk.id,
      fields: { title: 'Paper', amount: '25.00', lines: [{ item: 'A4', quantity: 2, price: '12.50' }] },
    });
  });

  it('does the same command once, and another person’s by the same key as well', async () => {
    const headers = { 'Idempotency-Key': 'order 66' };
    const [first, again] = [await open(FIELDS, headers), await open(FIELDS, headers)];
    expect(again.status).toBe(201);
    expect(again.headers['location']).toBe(first.headers['location']);
    expect(again.body).toEqual({ ...first.body, already: true });
    const second = await daybook.as('second');
    const theirs = await second.post(ORDERS).set(headers).send({ fields: FIELDS });
    expect(theirs.headers['location']).not.toBe(first.headers['location']);
    expect((await open(FIELDS, { 'Idempotency-Key': '' })).status).toBe(400);
  });

  it('refuses a key that has opened something else, of another entity or application as well', async () => {
    const headers = { 'Idempotency-Key': 'order 67' };
    const first = await open(FIELDS, headers);
    expect(first.status).toBe(201);
    const others = [
      [ORDERS, { fields: { title: 'Pens' } }],
      ['/api/orders/Shop', { fields: {} }],
      ['/api/others/Shop', { fields: { name: 'Corner' } }],
    ] as const;
    for (const [path, body] of others) {
      const answer = await clerk.post(path).set(headers).send(body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, 'COMMAND_REUSED']);
    }
    // Another command learns only that the id is taken.
    const chosen = await clerk.post('/api/orders/Shop').send({ fields: {}, id: first.body.id });
    expect([chosen.status, chosen.body.code]).toEqual([409, 'ID_TAKEN']);
    const second = await daybook.as('second');
    const theirs = await second.post('/api/orders/Shop').set(headers).send({ fields: {}, id: first.body.id });
    expect([theirs.status, theirs.body.code]).toEqual([409, 'ID_TAKEN']);
  });

  it('changes a record that was read, and asks which version that was', async () => {
    const path = await opened();
    const change = (headers: Record<string, string>, fields: object) =>
      clerk.patch(path).set(headers).send({ fields });
    expect((await change({}, { title: 'x' })).status).toBe(428);
    expect((await change({ 'If-Match': '*' }, { title: 'x' })).status).toBe(428);
    const answer = await change({ 'If-Match': '"1"' }, { title: 'More' });
    expect([answer.status, answer.headers['etag'], answer.body.version]).toEqual([200, '"2"', 2]);
  });

  it('merges changes of different fields, and shows both values of the same', async () => {
    const path = await opened();
    const change = (browser: Browser, fields: object) =>
      browser.patch(path).set('If-Match', '"1"').send({ fields });
    expect((await change(boss, { title: 'Theirs' })).status).toBe(200);
    expect((await change(clerk, { notes: 'mine' })).status).toBe(200);
    const conflict = await change(clerk, { title: 'Mine' });
    expect(conflict.status).toBe(409);
    expect(conflict.body).toMatchObject({
      code: 'CHANGED_MEANWHILE',
      version: 3,
      differences: [{ field: 'title', seen: 'Paper', theirs: 'Theirs', yours: 'Mine', by: PEOPLE.boss.id }],
    });
  });

  it('takes actions, comments and assigns', async () => {
    const path = await opened();
    const at = (version: number) => ({ 'If-Match': `"${version}"` });
    expect((await clerk.post(`${path}/actions/send`).set(at(1)).send({})).body.version).toBe(2);
    const without = await boss.post(`${path}/actions/reject`).set(at(2)).send({ reason: '  ' });
    expect([without.status, without.body.code]).toEqual([422, 'REASON_REQUIRED']);
    const rejected = await boss.post(`${path}/actions/reject`).set(at(2)).send({ reason: 'too much' });
    expect(rejected.status).toBe(200);
    expect((await clerk.post(`${path}/comments`).send({ text: 'Oh.' })).status).toBe(201);
    expect((await clerk.post(`${path}/assignee`).set(at(4)).send({ to: PEOPLE.boss.id })).status).toBe(200);
    expect((await clerk.post(`${path}/assignee`).set(at(5)).send({ to: null })).status).toBe(200);
    expect((await eventsOf(path)).map(({ type }) => type)).toEqual([
      'record.opened',
      'record.action-taken',
      'record.action-taken',
      'record.commented',
      'record.assigned',
      'record.assigned',
    ]);
  });

  it('lists with the filters and the sorting of the pages, page by page', async () => {
    const titles = ['list a', 'list b', 'list c'];
    for (const title of titles) await opened({ ...FIELDS, title });
    await daybook.settled();
    const first = await clerk.get(`${ORDERS}?title=list&sort=title&limit=2`);
    expect(first.status).toBe(200);
    expect(first.body.items.map(({ title }: { title: string }) => title)).toEqual(['list a', 'list b']);
    expect(first.body.count).toEqual({ count: 3, more: false });
    const next = await clerk.get(first.body.next);
    expect(next.body.items.map(({ title }: { title: string }) => title)).toEqual(['list c']);
    const back = await clerk.get(next.body.previous);
    expect(back.body.items).toEqual(first.body.items);
    for (const query of ['colour=red', 'limit=0', 'limit=9999', 'sort=colour', 'after=rubbish'])
      expect((await clerk.get(`${ORDERS}?${query}`)).status).toBe(400);
    const damaged = await clerk.get(`${ORDERS}?after=rubbish`);
    expect(JSON.stringify(damaged.body)).toContain('its page link is damaged');
  });

  it('does not show what the person may not see', async () => {
    const path = await opened({ ...FIELDS, secret: 'sesame' });
    await daybook.settled();
    const mine = await clerk.get(path);
    expect(mine.body.fields.secret).toBeUndefined();
    expect(mine.body.hidden).toEqual(['secret']);
    expect((await boss.get(path)).body.fields.secret).toBe('sesame');
  });

  describe('asks who one is', () => {
    const MIA = {
      id: '01900000-0000-7000-8000-0000000031a1',
      name: 'Mia',
      signInName: 'mia',
      password: 'a sentence is fine',
    };

    beforeAll(async () => {
      const roles = [{ application: 'orders', role: 'clerk' }];
      await daybook.send(new RegisterUser({ ...MIA, roles, context: system() }));
      await daybook.settled();
    });

    const basic = (name: string, password: string) =>
      daybook
        .browser()
        .get(ORDERS)
        .set('Authorization', `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`);

    it('and takes a name and a password, each time', async () => {
      for (let n = 0; n < 3; n++) expect((await basic('mia', MIA.password)).status).toBe(200);
    });

    it.each([new DiskFull('full'), new EventStoreUnavailable('away')])(
      'and goes on reading for who was known, where nothing can be written: $name',
      async (error) => {
        expect((await basic('mia', MIA.password)).status).toBe(200);
        jest.spyOn(daybook.installation.store, 'append').mockRejectedValue(error);
        const now = performance.now.bind(performance);
        jest.spyOn(performance, 'now').mockImplementation(() => now() + 6 * 60_000);
        expect((await basic('mia', MIA.password)).status).toBe(200);
        expect((await basic('mia', 'wrong')).status).toBe(503);
        jest.restoreAllMocks();
      },
    );

    it('and takes nothing else', async () => {
      expect((await daybook.browser().get(ORDERS)).status).toBe(401);
      expect((await basic('mia', 'wrong')).status).toBe(401);
      expect((await basic('nobody', 'wrong')).body.code).toBe('WRONG_PASSWORD');
      for (const authorization of [
        'Basic',
        'Basic %%%',
        'Bearer x',
        `Basic ${Buffer.from('mia').toString('base64')}`,
      ])
        expect((await daybook.browser().get(ORDERS).set('Authorization', authorization)).status).toBe(401);
    });

    it.each([
      ['without credentials', {}, 'NOT_SIGNED_IN', 'This request has no credentials'],
      ['of a scheme unknown here', { Authorization: 'Digest x' }, 'NOT_SIGNED_IN', 'has no credentials'],
      [
        'with a wrong password',
        { Authorization: `Basic ${btoa('mia:wrong')}` },
        'WRONG_PASSWORD',
        'is wrong',
      ],
    ])('and tells a request %s what a program sends', async (_, headers, code, title) => {
      const { status, body } = await daybook.browser().get(ORDERS).set(headers);
      expect([status, body.code, body.title]).toEqual([401, code, expect.stringContaining(title)]);
      expect(body.detail).toContain('API token as “Authorization: Bearer …”');
      expect(body.detail).not.toMatch(/sign in|one-time link/i);
      const german = await daybook
        .browser()
        .get('/api/-/waiting')
        .set({ ...headers, 'Accept-Language': 'de' });
      expect(german.body.detail).toContain('ein API-Token als');
    });

    it('and tells a browser whose session is over to sign in again', async () => {
      const cookie = 'daybook-session=over';
      const { body } = await daybook.browser().get(ORDERS).set('Cookie', cookie);
      expect([body.code, body.detail]).toEqual(['NOT_SIGNED_IN', 'Sign in and try again.']);
    });

    it('and never by name and password on pages', async () => {
      const header = `Basic ${Buffer.from(`mia:${MIA.password}`).toString('base64')}`;
      expect((await daybook.browser().get('/orders/orders/new').set('Authorization', header)).status).toBe(
        303,
      );
    });

    it('and slows down whoever guesses', async () => {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n++) statuses.push((await basic('guessed', `wrong ${n}`)).status);
      expect(statuses).toEqual([...Array<number>(5).fill(401), 429]);
    });
  });

  it.each([
    ['no object', '[]'],
    ['a member there is not', '{"feilds":{}}'],
    ['fields that are no object', '{"fields":[1]}'],
    ['an id that is none', '{"id":"x","fields":{"title":"x"}}'],
    ['a number for an id', '{"id":1,"fields":{"title":"x"}}'],
  ])('does not understand a body with %s', async (_what, body) => {
    const answer = await clerk.post(ORDERS).set('Content-Type', 'application/json').send(body);
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.headers['content-type']).toBe('application/problem+json');
  });

  it.each([
    '/api/nothing/Order',
    '/api/orders/Nothing',
    '/api/orders/__proto__',
    '/api/orders/constructor',
    `/api/orders/Order/${uuid()}`,
    '/api/orders/Order/x',
  ])('has nothing at %s', async (path) => {
    const answer = await clerk.get(path);
    expect([answer.status, answer.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  describe('refuses what the form refuses, in the same words', () => {
    interface Case {
      readonly what: string;
      readonly fields: Record<string, unknown>;
      readonly typed: Record<string, string>;
      readonly codes: readonly string[];
      readonly status: number;
    }

    const row = { 'lines.0.item': 'A4', 'lines.0.quantity': '2', 'lines.0.price': '12.50' };
    const lines = [{ item: 'A4', quantity: '2', price: '12.50' }];
    const cases: readonly Case[] = [
      { what: 'a missing title', fields: { lines }, typed: row, codes: ['REQUIRED'], status: 422 },
      { what: 'a long title', ...both({ title: 'x'.repeat(81) }), codes: ['TOO_LONG'], status: 422 },
      {
        what: 'a date that is none',
        ...both({ neededBy: '2026-02-30' }),
        codes: ['WRONG_TYPE'],
        status: 422,
      },
      { what: 'a choice there is not', ...both({ kind: 'Gold' }), codes: ['NOT_A_CHOICE'], status: 422 },
      { what: 'a shop there is not', ...both({ shop: uuid() }), codes: ['NO_SUCH_RECORD'], status: 422 },
      { what: 'a person there is not', ...both({ owner: uuid() }), codes: ['NO_SUCH_PERSON'], status: 422 },
      { what: 'a weight below nothing', ...both({ weight: '-1' }), codes: ['TOO_SMALL'], status: 422 },
      { what: 'a computed amount', ...both({ amount: '1' }), codes: ['COMPUTED_FIELD'], status: 422 },
      { what: 'a field there is not', ...both({ colour: 'red' }), codes: ['UNKNOWN_FIELD'], status: 422 },
      { what: 'a field of others', ...both({ code: 'X' }), codes: ['FIELD_NOT_PERMITTED'], status: 403 },
      {
        what: 'several at once',
        ...both({ title: '', weight: 'x', kind: 'Gold' }),
        codes: ['NOT_A_CHOICE', 'REQUIRED', 'WRONG_TYPE'],
        status: 422,
      },
    ];

    function both(values: Record<string, string>) {
      return { fields: { title: 'x', lines, ...values }, typed: { title: 'x', ...row, ...values } };
    }

    it.each(cases)('$what', async ({ fields, typed, codes, status }) => {
      const problem = await open(fields);
      const reasons = problem.body.errors as {
        code: string;
        message: string;
        line?: number;
        section?: number;
      }[];
      expect(problem.status).toBe(status);
      expect(reasons.map(({ code }) => code).sort()).toEqual(codes);
      for (const reason of reasons)
        expect([reason.section, typeof reason.line]).toEqual([expect.any(Number), 'number']);
      const hidden = hiddenIn((await clerk.get('/orders/orders/new')).text);
      const page = await clerk
        .post('/orders/orders/new')
        .type('form')
        .send({ ...hidden, ...typed });
      expect(page.status).toBe(status);
      for (const { message } of reasons) expect(page.text).toContain(message);
    });

    it.each([
      ['approve', 'boss', 'WRONG_STATE', 409],
      ['send', 'boss', 'NOT_PERMITTED', 403],
      ['fly', 'clerk', 'NO_SUCH_ACTION', 404],
    ] as const)('the action “%s” by %s', async (action, who, code, status) => {
      const path = await opened();
      await daybook.settled();
      const browser = who === 'boss' ? boss : clerk;
      const problem = await browser.post(`${path}/actions/${action}`).set('If-Match', '"1"').send({});
      expect([problem.status, problem.body.code]).toEqual([status, code]);
      const page = `/orders/orders/${path.split('/').at(-1)}/actions/${action}`;
      const answer = await browser.post(page).type('form').send({ commandId: uuid(), seen: '1' });
      expect(answer.status).toBe(status);
      expect(answer.text).toContain(problem.body.title);
    });
  });
});
