import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { onTwoServers } from '../engines/start-both-servers.js';
import { calling, type Calling } from './calling.js';
import { json, otherSide, type OtherSide } from './other-side.js';

let shop: OtherSide;
let running: Calling | undefined;

const servers = onTwoServers(() => running?.close());
beforeEach(async () => {
  shop = await otherSide();
});
afterEach(async () => {
  await shop.close();
});

describe('given events in EventStoreDB and read models in MongoDB', () => {
  it('when an answer comes to more than an append may have, then the call is given up, and not made again', async () => {
    running = await calling(
      `calls:
  order:
    on: Order.place
    post: "${shop.url}/orders"
    then: { set: { code: response.body.id, what: response.body.id } }`,
      {},
      { on: servers() },
    );
    const { open, act, told } = running;
    shop.answer(json(200, { id: 'x'.repeat(800_000) }));
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-given-up');
    expect(data).toMatchObject({ attempt: 1, why: 'it answered what cannot be kept' });
    expect(shop.asked).toHaveLength(1);
  });

  it('then a call is made, scheduled again, answered, and used, as on the embedded engines', async () => {
    running = await calling(
      `calls:
  order:
    on: Order.place
    post: "${shop.url}/orders"
    body: { what: record.what }
    retries: { times: 2, wait: PT10S }
    then: { set: { code: response.body.id } }`,
      {},
      { on: servers() },
    );
    const { open, act, told, until, waiting, later } = running;
    shop.answer((response, asked, count) =>
      json(count === 1 ? 503 : 200, { id: 'A1' })(response, asked, count),
    );
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await until(async () => (await waiting())[0]?.progress.attempts === 1);
    const clerk = await running.daybook.as('clerk');
    const retries = async () =>
      ((await clerk.get('/api/-/scheduled')).body as { readonly retries: readonly object[] }).retries;
    expect(await retries()).toMatchObject([{ id, call: 'order', attempts: 1, why: null }]);
    later(13_000);
    const { data } = await told(id, 'record.call-settled');
    expect(data).toMatchObject({ refused: null });
    expect(shop.asked).toHaveLength(2);
    const changed = await told(id, 'record.changed');
    expect(changed.data).toMatchObject({ changes: { code: { to: 'A1' } } });
    expect(await waiting()).toEqual([]);
    expect(await retries()).toEqual([]);
  });
});
