import { describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type request from 'supertest';
import { Outbox } from '#outbox/outbox.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { OpenRecord, TakeAction } from '#domain/record/record-commands.js';
import { v7 as uuid } from 'uuid';
import { inputIn } from '../web/daybook.js';
import { besideAShop } from './beside-a-shop.js';
import { SECRET } from './calling.js';
import { json } from './other-side.js';

const beside = besideAShop();

const start = async (more = '', settings = {}) =>
  beside.start(
    `calls:
  order:
    on: Order.place
    post: "${beside.shop.url}/orders"
    body: { what: record.what, phone: record.phone }
    retries: 0
${more}`,
    settings,
  );

describe('given a call that was given up', () => {
  it('when an admin looks, then the page shows it; they try it again, and it is answered', async () => {
    const { open, act, told, until, waiting, daybook } = await start(
      '    then: { set: { code: response.body.id } }\n    otherwise: { error: NOT_PLACED }',
    );
    beside.shop.answer(json(500, {}));
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await told(id, 'record.call-given-up');
    await until(async () => (await waiting())[0]?.progress.status === 'given up');
    const admin = await daybook.as('admin');
    const page = (await admin.get('/-/calls')).text;
    expect(page).toContain('it answered 500');
    const record = (await admin.get(`/shop/orders/${id}`)).text;
    expect(record).toContain('O-1 was not placed.');
    expect(record).toContain('“Order” not sent, given up');
    const key = beside.shop.asked[0]!.headers['idempotency-key'] as string;
    beside.shop.answer(json(200, { id: 'A1' }));
    const answer = await admin
      .post(`/-/calls/${key}/retry`)
      .type('form')
      .send({ commandId: inputIn(page, 'commandId') });
    expect(answer.status).toBe(303);
    const settled = await told(id, 'record.call-settled');
    expect(settled.data).toMatchObject({ refused: null });
    expect(beside.shop.asked[1]!.headers['idempotency-key']).toBe(key);
    expect(await waiting()).toEqual([]);
    expect((await admin.get(`/shop/orders/${id}`)).text).not.toContain('was not placed');
  });

  it('when an admin gives it up for good, then a reason is needed, and it leaves the page', async () => {
    const { open, act, told, until, waiting, daybook } = await start();
    beside.shop.answer(json(500, {}));
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await told(id, 'record.call-given-up');
    await until(async () => (await waiting())[0]?.progress.status === 'given up');
    const [admin, clerk] = [await daybook.as('admin'), await daybook.as('clerk')];
    const call = (await waiting())[0]!.id;
    const giveUp = (browser: ReturnType<typeof request.agent>, reason: string) =>
      browser.post(`/-/calls/${call}/give-up`).type('form').send({ reason });
    expect([(await clerk.get('/-/calls')).status, (await giveUp(clerk, 'so')).status]).toEqual([403, 403]);
    expect((await giveUp(admin, ' ')).status).toBe(422);
    expect((await giveUp(admin, 'ordered by telephone')).status).toBe(303);
    const { metadata } = await told(id, 'record.call-closed');
    expect(metadata.reason).toBe('ordered by telephone');
    expect(await waiting()).toEqual([]);
    expect((await giveUp(admin, 'again')).status).toBe(404);
  });

  it('when one that waits is given up, then what is said for its absence follows', async () => {
    // What follows comes after the attempt that is under way.
    const { open, act, told, until, waiting, daybook } = await start(
      '    timeout: PT2S\n    otherwise: { action: getStuck }',
    );
    beside.shop.answer(() => {});
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await beside.shop.times(1);
    const admin = await daybook.as('admin');
    await until(async () => (await waiting()).length === 1);
    const call = (await waiting())[0]!.id;
    await admin.post(`/-/calls/${call}/give-up`).type('form').send({ reason: 'too slow' });
    await told(id, 'record.call-settled');
    const taken = await told(id, 'record.action-taken');
    expect(taken.data).toMatchObject({ action: 'getStuck' });
  });
});

describe('given what must not be told', () => {
  it('then the phone number that was sent stands sealed in the log, and no secret does', async () => {
    const { open, act, told } = await start('    secret: SHOP_SECRET');
    const id = await open({ what: 'tea', phone: '555-0199' });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-answered');
    expect(JSON.parse(beside.shop.asked[0]!.body)).toEqual({ what: 'tea', phone: '555-0199' });
    expect(JSON.stringify(data)).not.toContain('555-0199');
    expect((data as { sent: object }).sent).toHaveProperty('sealed');
    expect(JSON.stringify(await beside.running.events(id))).not.toContain(SECRET.slice(6));
  });

  it('when a secret is missing, then it is said which, and nothing is sent', async () => {
    const { open, act, told } = await start('    secret: NO_SECRET');
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-given-up');
    expect(data).toMatchObject({ why: 'the environment variable NO_SECRET is not set' });
    expect(beside.shop.asked).toHaveLength(0);
  });
});

describe('given what is told of the past', () => {
  it('then nothing is asked for, and it is said how many calls were not made', async () => {
    const { daybook, events, waiting } = await start();
    const id = uuid();
    const at = { application: 'shop', entity: 'Order', id };
    const context = () => ({ actor: 'system', commandId: uuid(), effectiveAt: '2026-01-01T00:00:00.000Z' });
    const opened = await daybook.send(new OpenRecord({ ...at, input: { what: 'tea' }, context: context() }));
    const written = await daybook.send(
      new TakeAction({ ...at, action: 'place', input: {}, baseVersion: 1, context: context() }),
    );
    expect([opened.unsent, written.unsent]).toEqual([undefined, 1]);
    expect((await events(id)).map(({ type }) => type)).toEqual(['record.opened', 'record.action-taken']);
    expect(await waiting()).toEqual([]);
  });
});

describe('given a log that is met for the first time', () => {
  it('then what it still asks for is withheld and counted; an admin may have it sent', async () => {
    const { open, act, told, calls, daybook, waiting, until } = await start();
    await calls.stop();
    const id = await open({ what: 'tea' });
    await act(id, 'place');
    await daybook.settled();
    const { installation, app } = daybook;
    const counts: number[] = [];
    // New read models have no watermark.
    const readModels = Object.create(installation.readModels) as typeof installation.readModels;
    const kept = new Map<string, number>();
    readModels.backgroundCheckpoint = async (name) => kept.get(name);
    readModels.recordBackgroundCheckpoint = async (name, reached) => void kept.set(name, reached);
    readModels.advanceBackgroundCheckpoint = async () => {};
    const again = await new Outbox(
      { ...installation, readModels, ports: app.get(CommandDependencies), bus: app.get(CommandBus) },
      {
        settings: { allow: ['127.0.0.0/8'], from: 'daybook@example.org' },
        onSuppressed: (count) => counts.push(count),
      },
    ).start();
    await told(id, 'record.call-withheld');
    await until(async () => kept.size > 0);
    expect([counts, beside.shop.asked.length]).toEqual([[1], 0]);
    expect(await waiting()).toMatchObject([{ progress: { status: 'withheld' } }]);
    const admin = await daybook.as('admin');
    await admin.post(`/-/calls/${(await waiting())[0]!.id}/retry`);
    await told(id, 'record.call-answered');
    expect(beside.shop.asked).toHaveLength(1);
    await again.stop();
  });
});
