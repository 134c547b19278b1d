// Malformed event data, as from another program or a broken disk: every page answers, and shows all other events.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import type { NewEvent } from '#domain/event.js';
import { streams } from '#domain/stream-names.js';
import { damaged } from '#test/event-store/damaged-data.js';
import { goldenSamples, SAMPLED_TYPES } from '#test/event-store/golden-samples.js';
import { PEOPLE, startDaybook, type Browser, type Daybook } from '../daybook.js';

/** In the application's own terms. */
const sampleOf = (type: string): { readonly data: object } =>
  JSON.parse(
    JSON.stringify({ data: goldenSamples.get(type)!.decoded.data })
      .replaceAll('"supplier"', '"shop"')
      .replaceAll('"purchasing"', '"orders"'),
  );

const BY_HAND: readonly (readonly [string, unknown])[] = [
  ['record.changed', { changes: { title: null } }],
  ['record.changed', { changes: { title: 'Paper' } }],
  ['record.changed', { changes: { lines: { from: null, to: {} }, title: { from: null, to: {} } } }],
  ['record.changed', { changes: { lines: { from: 'x', to: [null] }, shop: { from: [], to: {} } } }],
  ['record.changed', { changes: { notes: { from: { a: 1 }, to: [1] }, weight: { from: 'x', to: true } } }],
  ['record.commented', { text: {} }],
  ['record.commented', null],
  ['record.action-taken', { action: 'send', from: {}, to: [], changes: {} }],
  ['record.timer-fired', { timer: {}, due: 5, outcome: '__proto__' }],
  ['record.assigned', { from: {}, to: {} }],
];

const SEED = 20261126;
const variants = fc.sample(fc.tuple(...SAMPLED_TYPES.map((type) => damaged(sampleOf(type).data))), {
  seed: SEED,
  numRuns: 3,
});
const EVENTS: readonly (readonly [string, unknown])[] = [
  ...BY_HAND,
  ...variants.flatMap((datas) => datas.map((data, index) => [SAMPLED_TYPES[index]!, data] as const)),
];

describe('events with damaged data', () => {
  let daybook: Daybook;
  let [admin, clerk, boss]: Browser[] = [];
  const records: string[] = [];
  const positions: number[] = [];

  const append = async (stream: string, type: string, data: unknown) => {
    const { store } = daybook.installation;
    const { version } = await store.read(stream);
    const recordedAt = '2026-11-20T10:00:00.000Z';
    const metadata = { ...metadataOf(), recordedAt };
    const event = { id: uuid(), type, data, metadata } as NewEvent;
    positions.push((await store.append(stream, [event], version)).position);
  };
  const metadataOf = () => ({
    actor: PEOPLE.clerk.id,
    commandId: uuid(),
    correlationId: uuid(),
    specification: { key: 'orders', version: 1 },
  });

  const streamOf = async (type: string): Promise<string> => {
    if (type.startsWith('record.call-') && type !== 'record.call-requested')
      return streams.call('orders', 'Order', uuid());
    if (type.startsWith('user.')) return streams.user(uuid());
    if (type.startsWith('specification.')) return streams.specification('others');
    if (type.startsWith('projection.')) return streams.projection('none');
    if (!type.startsWith('record.')) return streams.number('orders', 'Order', uuid());
    const id = uuid();
    records.push(id);
    const fields = { title: `Paper ${id}`, lines: [{ item: 'Paper', quantity: 1, price: '2.50' }] };
    const opened = await clerk!.post('/api/orders/Order').set('Idempotency-Key', uuid()).send({ id, fields });
    expect(opened.status).toBe(201);
    return `orders.Order-${id}`;
  };

  beforeAll(async () => {
    daybook = await startDaybook();
    [admin, clerk, boss] = [await daybook.as('admin'), await daybook.as('clerk'), await daybook.as('boss')];
    for (const [type, data] of EVENTS) await append(await streamOf(type), type, data);
    await daybook.settled();
  }, 120_000);
  afterAll(async () => daybook.close());

  it('leave every page of the application as it is', async () => {
    const pages = [
      '/orders',
      '/orders/orders',
      '/orders/shops',
      '/orders/spending',
      '/orders/orders?q=paper',
    ];
    const others = ['/orders/orders.csv', '/api/orders/Order', '/-/notices', '/api/-/notices', '/-/waiting'];
    for (const browser of [clerk!, boss!])
      for (const page of [...pages, ...others]) {
        const { status } = await browser.get(page);
        expect([page, status < 500]).toEqual([page, true]);
      }
  });

  it('leave the page of their record with what else happened to it', async () => {
    for (const id of records)
      for (const browser of [clerk!, boss!]) {
        const { status, text } = await browser.get(`/orders/orders/${id}`);
        expect([id, status]).toEqual([id, 200]);
        expect(text).toContain('</b> created');
        expect((await browser.get(`/api/orders/Order/${id}`)).status).toBe(200);
      }
  });

  it('are told as far as they can be read, and are whole for those who may see them raw', async () => {
    const { text } = await clerk!.get(`/orders/orders/${records[0]}`);
    expect(text).toContain('could not be read');
    expect(text).not.toContain('/-/events/');
    for (const position of positions) {
      const event = await admin!.get(`/-/events/${position}`);
      expect([position, event.status]).toEqual([position, 200]);
    }
  });

  it('stand on the timeline with all others', async () => {
    let [page, seen]: [string | undefined, number] = ['/-/timeline?type=all', 0];
    while (page !== undefined) {
      const { status, text }: { status: number; text: string } = await admin!.get(page);
      expect([page, status]).toEqual([page, 200]);
      seen += text.match(/id="event-\d+"/g)!.length;
      const older = /href="(\/-\/timeline[^"]*after=[^"]*)"/.exec(text)?.[1];
      page = older?.replaceAll('&amp;', '&');
    }
    expect(seen).toBeGreaterThanOrEqual(positions.length);
  });

  it('stop no read model as a whole', async () => {
    for (const { projection, state, failure } of await daybook.installation.projections.health())
      expect([projection, state, failure?.error.message]).toEqual([projection, 'active', undefined]);
  });
});
