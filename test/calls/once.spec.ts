// A call has one idempotency key and one outcome, whatever happens to the processes.
import { CommandBus } from '@nestjs/cqrs';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AddressGuard } from '#outbox/address-guard.js';
import { CallDelivery } from '#outbox/call-delivery.js';
import { HostCircuitBreaker } from '#outbox/host-circuit-breaker.js';
import { HttpSender } from '#outbox/http-sender.js';
import { MailSender } from '#outbox/mail-sender.js';
import { Outbox } from '#outbox/outbox.js';
import { OutboxRelay } from '#outbox/outbox-relay.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { calling, type Calling } from './calling.js';
import { json, otherSide, type OtherSide } from './other-side.js';
import { nothingStuck, workerUnderLease } from '../nothing-stuck.js';

let shop: OtherSide;
let here: Calling | undefined;
beforeEach(async () => {
  shop = await otherSide();
});
afterEach(async () => {
  await here?.close();
  await shop.close();
});

const ORDER = () => `calls:
  order:
    on: Order.place
    post: "${shop.url}/orders"
    body: { what: record.what }
    retries: { times: 2, wait: PT10S }
    then: { set: { code: response.body.id } }`;

/** The outbox of a process that believes to hold the lease. */
async function startRelay({ daybook: { installation, app } }: Calling) {
  const { projections, healthIssues, clock } = installation;
  const http = new HttpSender(new AddressGuard(['127.0.0.0/8']));
  const mails = new MailSender({ from: 'daybook@example.org' });
  const delivery = new CallDelivery({
    ports: app.get(CommandDependencies),
    bus: app.get(CommandBus),
    http,
    mails,
    breaker: new HostCircuitBreaker(),
    environment: {},
  });
  const relay = new OutboxRelay({
    stuck: nothingStuck,
    waiting: () => createCallsReadModel(projections),
    suppressOnce: async () => {},
    async release() {
      await Promise.all([http.close(), mails.close()]);
    },
    clock,
    deliver: async (call, mayWrite) => delivery.deliver(call, mayWrite),
    waitFor: async (position) => projections.waitFor(position, 10_000, ['calls']),
  });
  return workerUnderLease(relay, healthIssues);
}

describe('given two processes that both believe to hold the lease', () => {
  it('when both make the calls that wait, then each comes under one key, and its answer counts once', async () => {
    here = await calling(ORDER());
    const { open, act, events, until, waiting, calls } = here;
    await calls.stop();
    const keys = new Map<string, number>();
    shop.answer((response, asked, count) => {
      const key = String(asked.headers['idempotency-key']);
      // Every answer differs: the recorded one must be one of them, and stay.
      const times = (keys.get(key) ?? 0) + 1;
      keys.set(key, times);
      // At most one failure per call, so that none is given up.
      const fails = times === 1 && keys.size % 5 === 0;
      json(fails ? 503 : 200, { id: `A${count}` })(response, asked, count);
    });
    const ids: string[] = [];
    for (let nth = 0; nth < 20; nth++) {
      const id = await open({ what: `tea ${nth}` });
      await act(id, 'place');
      ids.push(id);
    }
    await here.daybook.settled();
    const both = [await startRelay(here), await startRelay(here)];
    for (const each of both) each.wake();
    await until(async () => {
      here!.later(1_000);
      for (const each of both) each.wake();
      return (await waiting()).length === 0;
    });
    await Promise.all(both.map(async (each) => each.stop()));
    expect(keys.size).toBe(20);
    for (const id of ids) {
      const types = (await events(id)).map(({ type }) => type);
      for (const once of ['record.call-answered', 'record.changed', 'record.call-settled'])
        expect({ id, once, times: types.filter((type) => type === once).length }).toEqual({
          id,
          once,
          times: 1,
        });
    }
  });
});

describe('given a process that waits for the lease of the outbox', () => {
  it('when it takes over after the other one has sent calls, then it sends what waits, and suppresses nothing', async () => {
    here = await calling(ORDER());
    const { open, act, events, told, waiting, calls, daybook } = here;
    const { installation, app } = daybook;
    const dependencies = { ...installation, ports: app.get(CommandDependencies), bus: app.get(CommandBus) };
    const settings = { allow: ['127.0.0.0/8'], from: 'daybook@example.org' };
    shop.answer(json(503, {}));
    const waits = await open({ what: 'coffee' });
    await act(waits, 'place');
    await told(waits, 'record.call-failed');
    const next = await new Outbox(dependencies, { settings }).start();
    shop.answer(json(200, { id: 'A1' }));
    const sent = await open({ what: 'tea' });
    await act(sent, 'place');
    await told(sent, 'record.call-settled');
    await calls.stop();
    shop.answer(json(200, { id: 'A2' }));
    here.later(60_000);
    next.wake();
    await told(waits, 'record.call-settled');
    expect(await waiting()).toEqual([]);
    expect((await events(waits)).map(({ type }) => type)).not.toContain('record.call-withheld');
    await next.stop();
  });
});
