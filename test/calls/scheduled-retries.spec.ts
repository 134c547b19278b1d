// Failed calls are listed as scheduled until they are done.
import { describe, expect, it } from '@jest/globals';
import { decoded } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import type { Calling } from './calling.js';
import { json } from './other-side.js';

const ORDER = (url: string) => `calls:
  orderAtShop:
    title: Order
    on: Order.place
    post: "${url}/orders"
    retries: 5`;

const ADDRESSES = ['/api/shop/-/scheduled', '/api/-/scheduled'];

interface Scheduled {
  readonly retries: readonly { readonly due: string; readonly why: string | null }[];
}

describe('a call that the other side did not take, and that is sent again by itself', () => {
  const beside = besideAShop();

  async function failedOnce(): Promise<{
    readonly running: Calling;
    readonly id: string;
    readonly again: string;
  }> {
    beside.shop.answer(json(503, {}));
    const running = await beside.start(ORDER(beside.shop.url));
    const id = await running.open({ what: 'tea' });
    await running.act(id, 'place');
    const { data } = await running.told(id, 'record.call-failed');
    await running.daybook.settled();
    return { running, id, again: (data as { again: string }).again };
  }

  it('is listed with its record and its next attempt, in one application and over all', async () => {
    const { running, id, again } = await failedOnce();
    const clerk = await running.daybook.as('clerk');
    for (const address of ADDRESSES)
      expect(((await clerk.get(address)).body as Scheduled).retries).toEqual([
        {
          due: again,
          application: 'shop',
          entity: 'Order',
          id,
          number: 'O-1',
          title: 'tea',
          state: 'placed',
          page: `/shop/orders/${id}`,
          call: 'orderAtShop',
          attempts: 1,
          why: null,
        },
      ]);
  });

  it('stands on the record too, on its page and over the API', async () => {
    const { running, id, again } = await failedOnce();
    const clerk = await running.daybook.as('clerk');
    expect((await clerk.get(`/api/shop/Order/${id}`)).body).toMatchObject({
      retries: [{ call: 'orderAtShop', due: again }],
    });
    const page = decoded((await clerk.get(`/shop/orders/${id}`)).text);
    const scheduled = /<section class="db-scheduled"[\s\S]*?<\/section>/.exec(page)![0];
    expect(scheduled).toContain('Next attempt to send “Order”');
    expect(scheduled).toContain(again);
  });

  it('names the technical cause for an admin, and for nobody else', async () => {
    const { running } = await failedOnce();
    const [clerk, admin] = [await running.daybook.as('clerk'), await running.daybook.as('admin')];
    const page = decoded((await clerk.get('/shop/-/scheduled')).text);
    expect(page).toContain('Next attempt to send “Order”');
    expect(page).not.toContain('it answered');
    expect(decoded((await admin.get('/shop/-/scheduled')).text)).toContain('Last attempt: it answered 503');
    const { retries } = (await admin.get('/api/-/scheduled')).body as Scheduled;
    expect(retries[0]!.why).toContain('503');
  });

  it('is gone once it got through', async () => {
    const { running, id } = await failedOnce();
    beside.shop.answer(json(200, {}));
    running.later(3_600_000);
    await running.told(id, 'record.call-answered');
    await running.daybook.settled();
    const clerk = await running.daybook.as('clerk');
    for (const address of ADDRESSES)
      expect(((await clerk.get(address)).body as Scheduled).retries).toEqual([]);
    expect((await clerk.get(`/shop/orders/${id}`)).text).not.toContain('class="db-scheduled"');
  });

  it('is gone once an admin gave it up', async () => {
    const { running, id } = await failedOnce();
    const [{ id: call }] = (await running.waiting()) as unknown as readonly [{ readonly id: string }];
    const admin = await running.daybook.as('admin');
    await admin.post(`/-/calls/${call}/give-up`).type('form').send({ reason: 'Ordered by telephone.' });
    await running.told(id, 'record.call-given-up');
    await running.daybook.settled();
    for (const address of ADDRESSES)
      expect(((await admin.get(address)).body as Scheduled).retries).toEqual([]);
  });
});
