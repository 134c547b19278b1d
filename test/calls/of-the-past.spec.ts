// Back-dated calls are shown in the history and never sent.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { Refused } from '#domain/refusal.js';
import { RecordPastCall } from '#domain/record/record-commands.js';
import { calling, type Calling } from './calling.js';
import { json, otherSide, type OtherSide } from './other-side.js';

let shop: OtherSide;
let running: Calling;

beforeEach(async () => {
  shop = await otherSide();
  running = await calling(`calls:
  order: { on: Order.place, post: "${shop.url}/orders", body: { what: record.what } }`);
});
afterEach(async () => {
  await running.close();
  await shop.close();
});

const telling = (id: string, effectiveAt?: string) =>
  new RecordPastCall({
    application: 'shop',
    entity: 'Order',
    id,
    call: 'order',
    context: { actor: 'system', commandId: uuid(), ...(effectiveAt !== undefined && { effectiveAt }) },
  });

it('given a call told of the past, then it stands in the log and waits for nobody; what is asked for after it is sent alone', async () => {
  shop.answer(json(201, {}));
  const past = await running.open({ what: 'tea' });
  await running.daybook.send(telling(past, '2026-01-05T10:00:00Z'));
  expect(await running.waiting()).toEqual([]);
  const now = await running.open({ what: 'milk' });
  await running.act(now, 'place');
  await running.told(now, 'record.call-answered');
  expect(shop.asked.map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ what: 'milk' }]);
  expect((await running.events(past)).map(({ type }) => type)).toEqual([
    'record.opened',
    'record.call-requested',
  ]);
});

it('given one that is told of today, then it is refused: it would be sent', async () => {
  const id = await running.open({ what: 'tea' });
  await expect(running.daybook.send(telling(id))).rejects.toBeInstanceOf(Refused);
  expect(await running.events(id)).toHaveLength(1);
});
