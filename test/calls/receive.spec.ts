import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { signMessage, parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import { calling, SECRET, type Calling } from './calling.js';

const NAME = 'SHOP_TEST_SECRET';
let running: Calling;

beforeEach(async () => {
  running = await calling(
    `receive:
  paid: { on: Order, find: body.reference, verify: ${NAME}, then: { set: { code: body.code }, action: confirm } }
  sealed: { on: Order, find: body.reference, verify: ${NAME}, then: { set: { what: body.what }, action: finish } }
  gone: { on: Order, find: body.reference, verify: NO_SUCH_SECRET, then: { action: finish } }`,
    {},
    { on: { environment: { [NAME]: SECRET } } },
  );
});
afterEach(async () => running.close());

interface Sending {
  readonly id?: string;
  readonly at?: number;
  readonly secret?: string;
  readonly name?: string;
  readonly type?: string;
}

const send = async (
  body: unknown,
  { id = 'msg_1', at = Date.now(), secret = SECRET, name = 'paid' }: Sending = {},
) => {
  const text = JSON.stringify(body);
  const timestamp = Math.floor(at / 1000);
  const { status, body: answer } = await running.daybook
    .browser()
    .post(`/-/receive/shop/${name}`)
    .set('content-type', 'application/json')
    .set('webhook-id', id)
    .set('webhook-timestamp', String(timestamp))
    .set('webhook-signature', signMessage(parseSecretKey(secret)!, { id, timestamp, body: text }))
    .send(text);
  return [status, (answer as { code?: string }).code] as const;
};

const placed = async (): Promise<string> => {
  const id = await running.open({ what: 'tea' });
  await running.act(id, 'place');
  await running.daybook.settled();
  return id;
};

describe('given a signed message from outside', () => {
  it('then its record is found by number or id, and does what is said, once for each message', async () => {
    const id = await placed();
    const body = { reference: 'O-1', code: 'P7' };
    expect(await send(body)).toEqual([200, undefined]);
    expect(await send(body)).toEqual([200, undefined]);
    const events = await running.events(id);
    expect(events.map(({ type }) => type)).toEqual([
      'record.opened',
      'record.action-taken',
      'record.action-taken',
    ]);
    expect(events[2]).toMatchObject({
      data: { action: 'confirm', changes: { code: { from: null, to: 'P7' } } },
      metadata: { actor: 'system', reason: '“paid” was received from outside.' },
    });
    expect(await send({ ...body, code: 'P8' })).toEqual([422, 'COMMAND_REUSED']);
    expect(await send({ reference: id, code: 'P9' }, { id: 'msg_2' })).toEqual([200, undefined]);
    expect(await running.events(id)).toHaveLength(4);
  });

  it('when the same message is about another record, then it is refused, and nothing is done to that one', async () => {
    const [one, other] = [await placed(), await placed()];
    expect(await send({ reference: one, code: 'P7' })).toEqual([200, undefined]);
    expect(await send({ reference: other, code: 'P7' })).toEqual([422, 'COMMAND_REUSED']);
    expect(await running.events(other)).toHaveLength(2);
    expect(await send({ reference: one, code: 'P7' })).toEqual([200, undefined]);
    expect(await running.events(one)).toHaveLength(3);
  });

  it('when it was refused, then the same message may be about another record', async () => {
    const [one, other] = [await placed(), await placed()];
    expect(await send({ reference: one, code: 'much too long' })).toEqual([422, 'TOO_LONG']);
    expect(await send({ reference: other, code: 'P7' })).toEqual([200, undefined]);
  });

  it('when they come right after one another, then each is done to the record as the one before left it', async () => {
    const id = await placed();
    for (let nth = 1; nth <= 12; nth++)
      expect(await send({ reference: 'O-1', code: `P${nth}` }, { id: `msg_${nth}` })).toEqual([
        200,
        undefined,
      ]);
    expect(await running.events(id)).toHaveLength(2 + 12);
  });

  it('then rules and states hold, and what is refused is said', async () => {
    const id = await placed();
    expect(await send({ reference: 'O-1', code: 'much too long' })).toEqual([422, 'TOO_LONG']);
    await running.act(id, 'finish');
    expect((await send({ reference: 'O-1', code: 'P7' }, { id: 'msg_3' }))[0]).toBeGreaterThanOrEqual(400);
    expect(await send({ reference: 'O-99', code: 'P7' }, { id: 'msg_4' })).toEqual([404, 'NOT_FOUND']);
    expect((await running.events(id)).map(({ type }) => type)).toHaveLength(3);
  });

  it('when the action is refused, then nothing is set either; when it is taken, both stand in one append', async () => {
    const id = await placed();
    await running.act(id, 'finish');
    const before = await running.events(id);
    expect((await send({ reference: 'O-1', what: 'milk' }, { name: 'sealed' }))[0]).toBe(409);
    expect(await running.events(id)).toEqual(before);
    const other = await placed();
    expect((await send({ reference: other, what: 'milk' }, { name: 'sealed', id: 'msg_2' }))[0]).toBe(200);
    const [changed, taken] = (await running.events(other)).slice(-2);
    expect([changed!.type, taken!.type]).toEqual(['record.changed', 'record.action-taken']);
    expect(taken!.metadata.commandId).toBe(changed!.metadata.commandId);
  });

  it('when it is no JSON, then that is said as a problem in JSON', async () => {
    for (const type of ['application/json', 'text/plain']) {
      const answer = await running.daybook
        .browser()
        .post('/-/receive/shop/paid')
        .set('content-type', type)
        .send('{ no');
      expect([type, answer.status, answer.headers['content-type']]).toEqual([
        type,
        400,
        expect.stringContaining('application/problem+json'),
      ]);
    }
  });

  it('when it is not signed, signed by another, too old, too new or too long, then nothing is told, and nothing done', async () => {
    const id = await placed();
    const body = { reference: 'O-1', code: 'P7' };
    const refused = [403, 'UNSIGNED'];
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    expect(await send(body, { secret: other })).toEqual(refused);
    expect(await send(body, { at: Date.now() - 6 * 60_000 })).toEqual(refused);
    expect(await send(body, { at: Date.now() + 6 * 60_000 })).toEqual(refused);
    expect(await send(body, { name: 'unknown' })).toEqual(refused);
    expect(await send(body, { name: 'gone' })).toEqual(refused);
    expect(await send({ ...body, more: 'x'.repeat(300_000) })).toEqual(refused);
    const unsigned = await running.daybook.browser().post('/-/receive/shop/paid').send(body);
    expect(unsigned.status).toBe(403);
    expect(await running.events(id)).toHaveLength(2);
  });
});
