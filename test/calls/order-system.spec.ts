// The examples' order system, called over real HTTP.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startOrderSystemServer, type OrderSystemServer } from '#demo/order-system/order-system-server.js';
import { parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import { calling, SECRET, type Calling } from './calling.js';

let system: OrderSystemServer;
let shop: Calling | undefined;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  system = await startOrderSystemServer({ port: 0, key: parseSecretKey(SECRET)! }, (words) =>
    said.push(words),
  );
});
afterEach(async () => {
  await shop?.close();
  shop = undefined;
  await system.close();
});

const orders = async () =>
  ((await (await fetch(`${system.url}/orders`)).json()) as { orders: { number: string }[] }).orders;

describe('given the order system of the examples', () => {
  it('when three are ordered, then each gets its number once; the third one is asked again', async () => {
    shop = await calling(`calls:
  order:
    on: Order.place
    post: "${system.url}/orders"
    body: { reference: record.number, total: record.what }
    secret: SHOP_SECRET
    retries: { times: 2, wait: PT10S }
    then: { set: { code: response.body.id } }`);
    const ids: string[] = [];
    for (const what of ['tea', 'milk', 'bread']) {
      const id = await shop.open({ what });
      await shop.act(id, 'place');
      if (what === 'bread') {
        await shop.until(async () => (await shop!.waiting())[0]?.progress.attempts === 1);
        shop.later(60_000);
      }
      await shop.told(id, 'record.call-settled');
      ids.push(id);
    }
    const placed = await orders();
    expect(placed).toEqual(
      [
        { reference: 'O-1', total: 'tea' },
        { reference: 'O-2', total: 'milk' },
        { reference: 'O-3', total: 'bread' },
      ].map((order) => ({ ...order, number: expect.stringMatching(/^ORD-\d{6}$/) })),
    );
    const numbers = placed.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(3);
    const changed = await shop.told(ids[2]!, 'record.changed');
    expect(changed.data).toMatchObject({ changes: { code: { to: numbers[2] } } });
    expect(said).toContain('Too busy to take an order: it has to be sent again.');
  });

  it('when a message is not signed, or is no order, then it is refused and nothing is ordered', async () => {
    const post = (body: string, headers: Record<string, string> = {}) =>
      fetch(`${system.url}/orders`, { method: 'POST', body, headers });
    expect((await post('{}')).status).toBe(401);
    expect((await post('{}', { 'webhook-id': 'a', 'webhook-timestamp': '0' })).status).toBe(401);
    expect((await fetch(`${system.url}/`)).status).toBe(404);
    expect(await orders()).toEqual([]);
  });
});
