// A call with unusable stored data is recorded and left alone; all others are made.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { describeWaitingCalls, listWaitingCalls } from '#cli/calls-command.js';
import { CountCalls } from '#query-handling/calls/list-calls.js';
import { PEOPLE, type Browser } from '../web/daybook.js';
import { calling, type Calling } from './calling.js';

const textOf = (html: string) =>
  html
    .replaceAll(/<!--.*?-->|<[^>]*>/gs, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.:,”])|(“) /g, '$1$2');

const ADDRESS = '/-/status/read-models';

describe('given a call whose own events cannot be read', () => {
  let shop: Calling;
  let admin: Browser;
  let stuckStream: string | undefined;
  let isDamaged = true;
  let first: string;

  beforeEach(async () => {
    isDamaged = true;
    stuckStream = undefined;
    shop = await calling(
      `calls:
  tell: { on: Order.place, mail: { to: "'store@example.org'", subject: Order, text: "It is {record.what}." } }`,
    );
    const { store } = shop.daybook.installation;
    const read = store.read.bind(store);
    store.read = async (stream, ...rest) => {
      if (stream.includes('.call-')) stuckStream ??= stream;
      if (stream === stuckStream && isDamaged) throw new TypeError('it has no attempt');
      return read(stream, ...rest);
    };
    admin = await shop.daybook.as('admin');
    first = await shop.open({ what: 'tea' });
    const second = await shop.open({ what: 'milk' });
    await shop.act(first, 'place');
    await shop.until(async () => stuckStream !== undefined);
    await shop.act(second, 'place');
    await shop.told(second, 'record.call-answered');
  }, 60_000);
  afterEach(() => shop.close());

  const item = () => stuckStream!.slice(stuckStream!.indexOf('.call-') + '.call-'.length);
  const noted = async () => (await shop.daybook.installation.store.read('process-outbox')).events;
  const decide = (verb: string, more: object = {}) =>
    admin
      .post(`${ADDRESS}/outbox/${verb}`)
      .type('form')
      .send({ commandId: uuid(), item: item(), ...more });
  const isAnswered = async () => {
    const { events } = await shop.daybook.installation.store.read(stuckStream!);
    return events.some(({ type }) => type === 'record.call-answered');
  };

  it('when the others were made, then it is noted once, shown to admins, and health is degraded', async () => {
    shop.later(60_000);
    expect((await noted()).map(({ type, data }) => [type, data])).toEqual([
      ['process.item-failed', expect.objectContaining({ item: item(), error: 'it has no attempt' })],
    ]);
    const { text } = await admin.get(ADDRESS);
    expect(text).toContain('it has no attempt');
    expect(text).toContain('call tell of Order');
    const { status, body } = await admin.get('/-/health');
    expect([status, body.info.processes]).toEqual([200, { status: 'up', degraded: true }]);
    expect((await admin.get('/-/status')).text).toContain('One task of Daybook’s own could not be done');
    expect((await (await shop.daybook.as('clerk')).get(ADDRESS)).status).toBe(403);
  });

  it('when it is tried again and can be read, then it is made', async () => {
    isDamaged = false;
    expect((await decide('retry')).status).toBe(303);
    await shop.until(isAnswered);
    expect((await admin.get('/-/health')).body.info.processes).toEqual({ status: 'up' });
  });

  it('when nothing is decided, then it stands with what needs attention, and nowhere as queued', async () => {
    await shop.until(async () => (await shop.waiting())[0]?.undecided !== undefined);
    const list = async (which: string) => textOf((await admin.get(`/-/calls?which=${which}`)).text);
    expect(await list('stopped')).toMatch(
      /Tell.*failed, needs a decision.*it has no attempt.*not automatically/,
    );
    for (const which of ['waiting', 'failed', 'skipped'])
      expect(await list(which)).toContain('Nothing here.');
    const counts = await shop.daybook.app.get(QueryBus).execute(new CountCalls());
    expect(counts).toEqual({ waiting: 0, stopped: 1, late: false });
    // How many there are can depend on fields that are hidden from a person without a session.
    expect((await admin.get('/-/health')).body.info.calls).toEqual({ status: 'up', late: false });
    const printed = describeWaitingCalls(await listWaitingCalls({ installation: shop.daybook.installation }));
    expect(printed).toMatch(new RegExp(`${item()} +shop.tell +failed, undecided +0 +- +it has no attempt`));
    const { text } = await admin.get('/-/calls?which=stopped');
    const [, href] = new RegExp(`href="(/[^"]*${first})"`).exec(text)!;
    const record = textOf((await (await shop.daybook.as('clerk')).get(href!)).text);
    expect(record).toContain('Tell: needs attention. An administrator has to decide.');
    expect(record).not.toContain('it has no attempt');
  });

  it('when it is given up on the page of calls, then it is left out for good, with the reason', async () => {
    await shop.until(async () => (await shop.waiting())[0]?.undecided !== undefined);
    const giveUp = (reason: string) =>
      admin.post(`/-/calls/${item()}/give-up`).type('form').send({ commandId: uuid(), reason });
    expect((await giveUp(' ')).status).toBe(422);
    expect((await giveUp('Told by telephone')).status).toBe(303);
    await shop.until(async () => (await shop.waiting())[0]?.skipped !== undefined);
    expect((await shop.waiting())[0]).not.toHaveProperty('undecided');
    expect((await noted()).at(-1)).toMatchObject({ metadata: { reason: 'Told by telephone' } });
  });

  it('when it is tried again on the page of calls and can be read, then it is made', async () => {
    await shop.until(async () => (await shop.waiting())[0]?.undecided !== undefined);
    isDamaged = false;
    const retried = admin.post(`/-/calls/${item()}/retry`).type('form').send({ commandId: uuid() });
    expect((await retried).status).toBe(303);
    await shop.until(isAnswered);
    expect(await shop.waiting()).toEqual([]);
  });

  it('when it is left out with a reason, then it stays undone, and the log has who and why', async () => {
    expect((await decide('skip', { reason: ' ' })).status).toBe(422);
    expect((await decide('skip', { reason: 'Told by telephone' })).status).toBe(303);
    isDamaged = false;
    shop.later(60_000);
    const third = await shop.open({ what: 'bread' });
    await shop.act(third, 'place');
    await shop.told(third, 'record.call-answered');
    expect(await isAnswered()).toBe(false);
    expect((await noted()).at(-1)).toMatchObject({
      type: 'process.item-skipped',
      data: { item: item(), what: expect.stringContaining('call tell') },
      metadata: { reason: 'Told by telephone' },
    });
    expect((await decide('retry')).status).toBe(404);
  });

  it('when it is skipped, then its lists and its record say so, by whom and why, until it is tried again', async () => {
    await decide('skip', { reason: 'Told by telephone' });
    const [call] = await shop.waiting();
    const skipped = { by: PEOPLE.admin.id, reason: 'Told by telephone', at: expect.any(String) };
    expect(call).toMatchObject({ id: item(), open: false, skipped });
    const list = (which: string) => admin.get(`/-/calls?which=${which}`);
    expect((await list('waiting')).text).not.toContain(item());
    expect((await list('stopped')).text).not.toContain(item());
    const { text } = await list('skipped');
    expect(textOf(text)).toMatch(new RegExp(`skipped.*${PEOPLE.admin.name}.*: Told by telephone`));
    const [, href] = new RegExp(`href="(/[^"]*${first})"`).exec(text)!;
    const record = textOf((await (await shop.daybook.as('clerk')).get(href!)).text);
    expect(record).toContain(`Tell: skipped by ${PEOPLE.admin.name}. Reason: Told by telephone`);
    const printed = describeWaitingCalls(await listWaitingCalls({ installation: shop.daybook.installation }));
    expect(printed).toMatch(
      new RegExp(`${item()} +shop.tell +skipped +0 +- +${PEOPLE.admin.id}: Told by telephone`),
    );

    const decideCall = (verb: string) =>
      admin.post(`/-/calls/${item()}/${verb}`).type('form').send({ commandId: uuid(), reason: 'Not needed' });
    const givenUp = await decideCall('give-up');
    expect([givenUp.status, givenUp.text]).toEqual([409, expect.stringContaining('it was skipped')]);
    isDamaged = false;
    expect((await decideCall('retry')).status).toBe(303);
    await shop.until(isAnswered);
    expect(await shop.waiting()).toEqual([]);
  });
});
