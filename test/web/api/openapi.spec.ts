// Uses the description as a program would: requests are made from it, and answers validated against it.
import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { ROUTES } from '#web/records/route-table.js';
import { ResponseLimiter } from '#web/rendering/response-limiter.js';
import { startDaybook, type Browser, type Daybook, type Who } from '../daybook.js';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Json }>> }>
  >;
}

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';
const TAKEN = {
  title: 'Paper',
  lines: [{ item: 'A4', quantity: 2, price: '12.50', gift: true }],
  weight: '1.5',
};

describe('the description of the API', () => {
  let daybook: Daybook;
  const browsers = new Map<Who, Browser>();
  const descriptions = new Map<Who, Description>();
  const everybody: readonly Who[] = ['clerk', 'boss', 'admin'];

  beforeAll(async () => {
    daybook = await startDaybook();
    for (const who of everybody) {
      const browser = await daybook.as(who);
      const { status, body } = await browser.get('/api/orders/openapi.json');
      expect([who, status]).toEqual([who, 200]);
      browsers.set(who, browser);
      descriptions.set(who, body as Description);
    }
  });

  afterAll(async () => daybook.close());

  const of = (who: Who) => descriptions.get(who)!;
  const operations = ({ paths }: Description) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
    );
  const called = (who: Who, id: string) => operations(of(who)).find(({ operationId }) => operationId === id);

  const schemaOf = ({ components }: Description, schema: Json) =>
    z.fromJSONSchema({
      ...(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as Json),
      $defs: components.schemas,
    });

  const answered = (who: Who, id: string, status: string, type = JSON_TYPE) =>
    schemaOf(of(who), called(who, id)!.responses[status]!.content[type]!.schema);
  const sent = (who: Who, id: string) =>
    schemaOf(of(who), called(who, id)!.requestBody!.content[JSON_TYPE]!.schema);

  it('has every call of the table, for somebody who may do everything', () => {
    const every = everybody.flatMap((who) => operations(of(who)).map(({ operationId }) => operationId));
    const kinds = new Set(every.map((id) => id.split('.')[0]).filter((kind) => kind !== '-'));
    const calls = Object.entries(ROUTES).flatMap(([kind, { api }]) =>
      // The application has no rounds, retention or calendar.
      api && !['feed', 'refuse', 'takeBack', 'retention', 'eraseDue'].includes(kind) ? [kind] : [],
    );
    expect([...kinds].toSorted()).toEqual(calls.toSorted());
    expect(of('clerk').openapi).toBe('3.1.0');
  });

  it('is enough to open a record, read it, change it and send it on', async () => {
    const clerk = browsers.get('clerk')!;
    const open = called('clerk', 'form.Order')!;
    const body = { fields: TAKEN };
    expect(sent('clerk', 'form.Order').parse(body)).toEqual(body);
    const opened = await clerk.post(open.path).send(body);
    expect(opened.status).toBe(201);
    expect(answered('clerk', 'form.Order', '201').parse(opened.body)).toEqual(opened.body);
    const at = (id: string) => called('clerk', id)!.path.replace('{id}', opened.body.id);
    const position = opened.headers['daybook-position']!;
    const read = await clerk.get(at('record.Order')).set('Daybook-Position', position);
    expect(answered('clerk', 'record.Order', '200').parse(read.body)).toEqual(read.body);
    const list = await clerk
      .get(`${called('clerk', 'list.Order')!.path}?limit=1`)
      .set('Daybook-Position', position);
    expect(answered('clerk', 'list.Order', '200').parse(list.body)).toEqual(list.body);
    const changed = await clerk
      .patch(at('edit.Order'))
      .set('If-Match', read.headers['etag']!)
      .send(sent('clerk', 'edit.Order').parse({ fields: { title: 'More' } }) as object);
    expect(changed.status).toBe(200);
    const done = await clerk
      .post(at('action.Order.send'))
      .set('If-Match', changed.headers['etag']!)
      .send(sent('clerk', 'action.Order.send').parse({}) as object);
    expect(done.status).toBe(200);
  });

  it('summarizes every call in words', () => {
    for (const who of everybody)
      expect(JSON.stringify(of(who))).not.toMatch(/"summary":"(undefined|null|: )/);
  });

  it('says what a refusal looks like', async () => {
    const clerk = browsers.get('clerk')!;
    const refusal = await clerk.post(called('clerk', 'form.Order')!.path).send({ fields: {} });
    expect(refusal.status).toBe(422);
    expect(answered('clerk', 'form.Order', 'default', PROBLEM).parse(refusal.body)).toEqual(refusal.body);
  });

  it.each<[string, string, unknown]>([
    ['a member there is not', 'form.Order', { feilds: {} }],
    ['a field there is not', 'form.Order', { fields: { colour: 'red' } }],
    ['a computed field', 'form.Order', { fields: { amount: '1.00' } }],
    ['a choice there is not', 'form.Order', { fields: { kind: 'Gold' } }],
    ['a column there is not', 'form.Order', { fields: { lines: [{ colour: 'red' }] } }],
    ['what an action does not ask for', 'action.Order.send', { fields: { title: 'x' } }],
    ['nobody named', 'assign.Order', {}],
  ])('does not take %s', (_what, id, body) => {
    expect(sent('clerk', id).safeParse(body).success).toBe(false);
  });

  it('waits for its turn, as other whole answers do', async () => {
    const gate = daybook.app.get(ResponseLimiter, { strict: false });
    const ends: (() => void)[] = [];
    const until = () => new Promise<void>((resolve) => ends.push(resolve));
    const nobody = () => Object.assign(new EventEmitter(), { closed: false, destroyed: false }) as never;
    const under = [0, 1].map(() => gate.run('whole', nobody(), until));
    const asked = browsers.get('clerk')!.get('/api/orders/openapi.json').then();
    while (gate.load.waiting === 0) await setImmediate();
    for (const end of ends) end();
    await Promise.all(under);
    expect((await asked).status).toBe(200);
  });

  it('asks for a reason where the action does', () => {
    expect(sent('boss', 'action.Order.reject').safeParse({}).success).toBe(false);
    expect(sent('boss', 'action.Order.reject').safeParse({ reason: 'too much' }).success).toBe(true);
  });

  it('names fields to those who may read or fill them in, and actions to those who may take them', () => {
    const fieldsOf = (who: Who) =>
      Object.keys(
        (of(who).components.schemas['OrderRecord'] as { properties: { fields: { properties: Json } } })
          .properties.fields.properties,
      );
    expect(fieldsOf('boss')).toContain('secret');
    expect(fieldsOf('clerk')).not.toContain('secret');
    const take = (who: Who, key: string) =>
      sent(who, 'edit.Order').safeParse({ fields: { [key]: 'x' } }).success;
    expect([take('clerk', 'secret'), take('clerk', 'code'), take('boss', 'code')]).toEqual([
      true,
      false,
      true,
    ]);
    const actions = (who: Who) =>
      operations(of(who)).flatMap(({ operationId }) => operationId.match(/^action\.Order\.(.+)/)?.[1] ?? []);
    expect([actions('clerk'), actions('boss')]).toEqual([['send'], ['approve', 'reject', 'pay']]);
    expect(JSON.stringify(of('clerk'))).not.toMatch(/approve|reject|pay/i);
  });

  it('leaves out nothing that would have been done', async () => {
    const clerk = browsers.get('clerk')!;
    const { body } = await clerk.post('/api/orders/Order').send({ fields: TAKEN });
    await daybook.settled();
    const every = [
      ...new Map(
        everybody.flatMap((who) => operations(of(who)).map((each) => [each.operationId, each])),
      ).values(),
    ];
    for (const who of everybody) {
      const described = new Set(operations(of(who)).map(({ operationId }) => operationId));
      for (const { operationId, path, method } of every.filter((each) => !described.has(each.operationId))) {
        const address = path.replace('{id}', body.id as string);
        const call = browsers.get(who)![method as 'get' | 'post' | 'patch'](address).set('If-Match', '"1"');
        const sending = operationId.startsWith('assign') ? { to: null } : {};
        const answer = await (method === 'get' ? call : call.send(sending));
        const codes = (answer.body.errors as { code: string }[]).map(({ code }) => code);
        expect([who, operationId, codes]).toEqual([
          who,
          operationId,
          expect.arrayContaining(['NOT_PERMITTED']),
        ]);
      }
    }
  });

  it('is for those who may enter the application, and nobody else', async () => {
    const nobody = await daybook.browser().get('/api/orders/openapi.json');
    expect(nobody.status).toBe(401);
    const admin = browsers.get('admin')!;
    expect((await admin.get('/api/nothing/openapi.json')).status).toBe(404);
    const guest = await (await daybook.as('guest')).get('/api/nothing/openapi.json');
    expect(guest.body.code).toBe('NOT_FOUND');
  });

  it('is not taken for an entity by those who write', async () => {
    const answer = await browsers.get('clerk')!.post('/api/orders/openapi.json').send({});
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await browsers.get('clerk')!.get(`/api/orders/openapi.json/${uuid()}`)).status).toBe(404);
  });
});
