// Calls and incoming messages reveal no personal data, in the log or to the sender.
import { afterEach, expect, it } from '@jest/globals';
import { parseSecretKey, signMessage } from '#command-handling/calls/webhook-signature.js';
import { calling, SECRET, type Calling } from './calling.js';

const PHONE = 'p0171-5550199';
const NAME = 'SHOP_TELLING_SECRET';
let running: Calling | undefined;

afterEach(async () => {
  await running?.close();
});

const stored = async (id: string, type: string) => JSON.stringify(await running!.told(id, type));

it('when a value is part of a host’s name, then nobody is told of it by why it failed', async () => {
  running = await calling(`calls:
  check: { on: Order.place, post: "http://{record.phone}.invalid/", body: { what: record.what } }`);
  const id = await running.open({ what: 'tea', phone: PHONE });
  await running.act(id, 'place');
  expect(await stored(id, 'record.call-failed')).not.toContain(PHONE);
});

it('when a message from outside is refused, then its sender is told a code, and nothing of the record', async () => {
  running = await calling(
    `receive:
  paid: { on: Order, find: body.reference, verify: ${NAME}, then: { set: { what: body.what } } }`,
    {},
    { on: { environment: { [NAME]: SECRET } } },
  );
  const id = await running.open({ what: 'tea', phone: PHONE, price: '4711.25' });
  await running.act(id, 'place');
  await running.daybook.settled();
  const body = JSON.stringify({ reference: 'O-1', what: 'bad' });
  const timestamp = Math.floor(Date.now() / 1000);
  const answer = await running.daybook
    .browser()
    .post('/-/receive/shop/paid')
    .set('content-type', 'application/json')
    .set('webhook-id', 'msg_1')
    .set('webhook-timestamp', String(timestamp))
    .set('webhook-signature', signMessage(parseSecretKey(SECRET)!, { id: 'msg_1', timestamp, body }))
    .send(body);
  expect([answer.status, answer.body.code]).toEqual([422, 'BAD']);
  expect(answer.text).not.toMatch(/4[.,]?711/);
  expect(answer.body).not.toHaveProperty('differences');
});
