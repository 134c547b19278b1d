// As users and admins see it, over HTTP and on the command line.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { inputIn, PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

const ADDRESS = '/-/status/read-models';

describe('a record that an event broke', () => {
  let daybook: Daybook;
  let admin: Browser;
  let clerk: Browser;
  const [record, other] = [uuid(), uuid()];
  const poison = uuid();

  beforeAll(async () => {
    daybook = await startDaybook();
    [admin, clerk] = [await daybook.as('admin'), await daybook.as('clerk')];
    for (const id of [record, other]) {
      const opened = await clerk
        .post('/api/orders/Order')
        .set('Idempotency-Key', uuid())
        .send({ id, fields: { title: `Paper ${id}` } });
      expect(opened.status).toBe(201);
    }
    const { store } = daybook.installation;
    const stream = `orders.Order-${record}`;
    const { events, version } = await store.read(stream);
    // No version writes such an event.
    const data = {};
    const { metadata } = events[0]!;
    await store.append(stream, [{ id: poison, type: 'record.changed', data, metadata }], version);
    await daybook.settled();
  });
  afterAll(async () => daybook.close());

  const page = async () => (await admin.get(ADDRESS)).text;
  const behind = async () => daybook.installation.projections.failedDocuments('records');
  const form = (verb: string, more: object = {}) =>
    admin
      .post(`${ADDRESS}/records/${verb}`)
      .type('form')
      .send({ commandId: uuid(), collection: 'orders.Order', document: record, event: poison, ...more });

  it('stops nothing else, and its page and lists say that it is not up to date', async () => {
    const own = await clerk.get(`/orders/orders/${record}`);
    expect([own.status, own.text]).toEqual([200, expect.stringContaining('This record is not up to date')]);
    expect((await clerk.get(`/orders/orders/${other}`)).text).not.toContain('is not up to date');
    expect((await clerk.get('/orders/orders')).text).toContain('1 record on this page is not up to date');
  });

  it('makes health degraded, not down, and is on the status page', async () => {
    const { status, body } = await daybook.browser().get('/-/health');
    expect(status).toBe(200);
    expect(body.info.projections.records).toMatchObject({ degraded: true, failedDocuments: 1 });
    expect((await admin.get('/-/status')).text).toContain('One document is behind');
  });

  it('is listed for admins, and for nobody else', async () => {
    const text = await page();
    expect(text).toContain(record);
    expect(text).toContain('record.changed');
    expect(inputIn(text, 'document')).toBe(record);
    expect((await clerk.get(ADDRESS)).status).toBe(403);
    const tried = await clerk.post(`${ADDRESS}/records/skip`).type('form').send({ reason: 'x' });
    expect(tried.status).toBe(403);
  });

  it('stays broken where it is tried again and nothing has changed', async () => {
    expect((await form('retry')).status).toBe(303);
    await daybook.settled();
    expect(await behind()).toHaveLength(1);
  });

  it('wants a reason before the event is left out', async () => {
    const answer = await form('skip', { reason: ' ' });
    expect([answer.status, (await behind()).length]).toEqual([422, 1]);
  });

  it('goes on once an admin leaves the event out, which the log keeps with who and why', async () => {
    expect((await form('skip', { reason: 'A slip of May' })).status).toBe(303);
    while ((await behind()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await clerk.get(`/orders/orders/${record}`)).text).not.toContain('is not up to date');
    const { events } = await daybook.installation.store.read('projection-records');
    expect(events.at(-1)).toMatchObject({
      type: 'projection.event-skipped',
      data: { projection: 'records', document: record, event: poison },
      metadata: { actor: PEOPLE.admin.id, reason: 'A slip of May' },
    });
    expect(await page()).toContain('Every document has every event.');
  });

  it('has nothing to leave out any more', async () => {
    expect((await form('skip', { reason: 'again' })).status).toBe(404);
  });

  it('a read model is paused and resumed by admins', async () => {
    expect(
      (await admin.post(`${ADDRESS}/notices/pause`).type('form').send({ commandId: uuid() })).status,
    ).toBe(303);
    const state = async () =>
      (await daybook.installation.projections.health()).find(({ projection }) => projection === 'notices')!
        .state;
    while ((await state()) !== 'paused') await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await page()).toContain('Resume');
    await admin.post(`${ADDRESS}/notices/resume`).type('form').send({ commandId: uuid() });
    while ((await state()) !== 'active') await new Promise((resolve) => setTimeout(resolve, 10));
  });
});
