import { describe, expect, it } from '@jest/globals';
import { verifySignature, parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import { besideAShop } from './beside-a-shop.js';
import { SECRET } from './calling.js';
import { json, type OtherSide } from './other-side.js';

const beside = besideAShop();

const start = async (more = '', settings = {}) =>
  beside.start(
    `calls:
  order:
    on: Order.place
    post: "${beside.shop.url}/orders/{record.what}"
    headers: { X-Of: "{record.number}" }
    body: { what: record.what, price: record.price, list: [1, record.number], none: record.code }
    secret: SHOP_SECRET
    retries: { times: 2, wait: PT10S }
    timeout: PT1S
${more}`,
    settings,
  );

describe('given a call on an action', () => {
  it('when the action is taken, then it is sent once, signed and with a key, and its answer is an event', async () => {
    const { open, act, told, waiting } = await start('    then: { set: { code: response.body.id } }');
    beside.shop.answer(json(201, { id: 17 }));
    const id = await open({ what: 'a/b ?', price: '12.50' });
    await act(id, 'place');
    await told(id, 'record.call-settled');
    expect(beside.shop.asked).toHaveLength(1);
    const { method, url, headers, body } = beside.shop.asked[0]!;
    expect([method, url]).toEqual(['POST', '/orders/a%2Fb%20%3F']);
    expect(JSON.parse(body)).toEqual({ what: 'a/b ?', price: '12.50', list: [1, 'O-1'], none: null });
    expect(headers['x-of']).toBe('O-1');
    const key = headers['idempotency-key'] as string;
    const signed = { id: key, timestamp: Number(headers['webhook-timestamp']), body };
    expect(verifySignature(parseSecretKey(SECRET)!, signed, headers['webhook-signature'] as string)).toBe(
      true,
    );
    const all = await beside.running.events(id);
    expect(all.map(({ type }) => type)).toEqual([
      'record.opened',
      'record.action-taken',
      'record.call-requested',
      'record.call-answered',
      'record.changed',
      'record.call-settled',
    ]);
    expect(all[2]!.id).toBe(key);
    expect(all[4]).toMatchObject({
      data: { changes: { code: { from: null, to: '17' } } },
      metadata: { actor: 'system', causationId: all[3]!.id },
    });
    const causes = all.slice(1).map(({ metadata }) => metadata.correlationId);
    expect(new Set(causes)).toEqual(new Set([all[1]!.metadata.correlationId]));
    expect([all[3]!, all[5]!].map(({ metadata }) => metadata.causationId)).toEqual([all[2]!.id, all[3]!.id]);
    expect(JSON.stringify(all)).not.toMatch(/whsec|webhook|X-Of/i);
    expect(await waiting()).toEqual([]);
  });

  it('when the other side is broken, then it is tried again later, with the same key, and at last given up', async () => {
    const { open, act, told, later, until, waiting } = await start(
      '    otherwise: { action: getStuck, error: NOT_PLACED }',
    );
    beside.shop.answer(json(503, {}));
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    const first = await told(id, 'record.call-failed');
    expect(first.data).toMatchObject({ attempt: 1, why: 'it answered 503' });
    await until(async () => (await waiting())[0]?.progress.attempts === 1);
    later(13_000);
    await until(async () => (await waiting())[0]?.progress.attempts === 2);
    later(26_000);
    const taken = await told(id, 'record.call-settled');
    expect(taken.data).toMatchObject({ refused: null });
    expect(new Set(beside.shop.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(beside.shop.asked).toHaveLength(3);
    const all = await beside.running.events(id);
    expect(all.map(({ type }) => type).slice(-4)).toEqual([
      'record.call-failed',
      'record.call-given-up',
      'record.action-taken',
      'record.call-settled',
    ]);
    expect(all.at(-2)!.data).toMatchObject({ action: 'getStuck', to: 'stuck' });
    expect(await waiting()).toMatchObject([
      { progress: { status: 'given up', attempts: 3 }, open: false, error: 'NOT_PLACED' },
    ]);
  });

  it.each([
    ['of lists in lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['of no more than a read model could still take', '{"a":'.repeat(65) + '1' + '}'.repeat(65)],
  ])('when the answer is nested deep, %s, then it is given up, and not asked for again', async (_, id) => {
    const { open, act, told, later, waiting } = await start('    then: { set: { code: response.body.id } }');
    beside.shop.answer((response) => response.writeHead(200).end(`{"id":${id}}`));
    const record = await open({ what: 'tea' });
    await act(record, 'place');
    const { data } = await told(record, 'record.call-given-up');
    expect(data).toMatchObject({ why: 'it answered something that is nested more than 64 deep' });
    later(60_000);
    // The outbox sends what is due in order: once a later call has been sent, the first one would have been.
    const next = await open({ what: 'coffee' });
    await act(next, 'place');
    await told(next, 'record.call-given-up');
    expect(beside.shop.asked.map(({ url }) => url)).toEqual(['/orders/tea', '/orders/coffee']);
    const progress = { status: 'given up', attempts: 1 };
    expect(await waiting()).toMatchObject([{ progress }, { progress }]);
  });

  it('when the record is final by the time of the answer, then that is told, and nothing is changed', async () => {
    const { open, act, told, waiting } = await start('    then: { set: { code: response.body.id } }');
    let finish = () => {};
    beside.shop.answer((response) => {
      finish = () => json(200, { id: 'x' })(response, beside.shop.asked[0]!, 1);
    });
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await beside.shop.times(1);
    await act(id, 'finish');
    finish();
    const { data } = await told(id, 'record.call-settled');
    expect(data).toMatchObject({ refused: expect.stringContaining('Done') });
    expect(await waiting()).toMatchObject([{ progress: { status: 'refused' }, open: false }]);
  });
});

describe('given answers that are none', () => {
  const cases: readonly (readonly [string, Parameters<OtherSide['answer']>[0], RegExp])[] = [
    [
      'one byte at a time',
      (response) => void response.writeHead(200).write('a'),
      /no whole answer within 1 s/,
    ],
    ['one that never comes', () => {}, /no whole answer within 1 s/],
    [
      'one without end',
      (response) => {
        response.writeHead(200);
        const more = () => {
          while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        };
        response.on('drain', more);
        more();
      },
      /more than 1 MB/,
    ],
    [
      'a lie about its length',
      (response) =>
        void response.writeHead(200, { 'content-length': 100 }).write('short', () => response.destroy()),
      /broken off/,
    ],
    ['a broken connection', (response) => void response.destroy(), /broken off/],
    [
      'one that leads elsewhere',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /no redirect is followed/,
    ],
  ];
  it.each(cases)('when it is %s, then it counts as failed and says why', async (_, answering, why) => {
    const { open, act, until } = await start();
    beside.shop.answer(answering);
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    const event = await until(async () =>
      (await beside.running.events(id)).find(({ type }) => /call-(failed|given-up)$/.test(type)),
    );
    expect((event.data as { why: string }).why).toMatch(why);
    expect(beside.shop.asked).toHaveLength(1);
  });

  it('when it leads to a private network that nobody allowed, then nothing is asked, and it is given up', async () => {
    const { open, act, told } = await start('', { allow: [] });
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-given-up');
    expect((data as { why: string }).why).toMatch(/private network/);
    expect(beside.shop.asked).toHaveLength(0);
  });
});
