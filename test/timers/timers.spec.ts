import { afterEach, describe, expect, it } from '@jest/globals';
import { RecordRef } from '#domain/stream-names.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { PEOPLE } from '../web/daybook.js';
import { DAY, timing, type Timing } from './timing.js';

let shop: Timing | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const typesOf = async (id: string) => (await shop!.events(id)).map(({ type }) => type);
const waiting = async (id: string) => {
  const record = RecordRef.of({ application: 'shop', entity: 'Order', id });
  return createTimersReadModel(shop!.daybook.installation.projections).findByRecord(record);
};

describe('given a timer that is due three days after an order was placed', () => {
  it('when they have passed, then its call is asked for once, by Daybook', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, call: tell }');
    const id = await shop.open({ what: 'tea' });
    await shop.act(id, 'place');
    expect(await typesOf(id)).toEqual(['record.opened', 'record.action-taken', 'record.timers-set']);
    await shop.later(3 * DAY - 60_000);
    expect(await shop.fired(id)).toEqual([]);
    await shop.later(60_000);
    await shop.later(30 * DAY);
    expect(await shop.fired(id)).toMatchObject([{ timer: 'remind', outcome: 'acted' }]);
    const [fired, call] = (await shop.events(id)).slice(-2);
    expect([fired!.type, call!.type, call!.data]).toEqual([
      'record.timer-fired',
      'record.call-requested',
      { call: 'tell' },
    ]);
    expect(fired!.metadata.actor).toBe('system');
    expect(await waiting(id)).toBeUndefined();
  });

  it('when it left that state before, then nothing happens, and the clock starts anew when it is back', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, call: tell }');
    const id = await shop.open();
    await shop.act(id, 'place');
    await shop.later(2 * DAY);
    await shop.act(id, 'takeBack');
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toEqual([]);
    await shop.act(id, 'place');
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toEqual([]);
    await shop.later(DAY);
    expect(await shop.fired(id)).toHaveLength(1);
  });

  it('when `unless` holds by then, then it has passed, and the history says so', async () => {
    shop = await timing(
      `      remind: { in: placed, after: P3D, call: tell, unless: "record.what == 'coffee'" }`,
    );
    const id = await shop.open({ what: 'coffee' });
    await shop.act(id, 'place');
    await shop.later(4 * DAY);
    expect(await shop.fired(id)).toMatchObject([{ timer: 'remind', outcome: 'passed' }]);
    expect(await typesOf(id)).not.toContain('record.call-requested');
  });
});

describe('given what is written down about timers', () => {
  it('then the page says what comes next, and its history what fired, but not when what was set', async () => {
    shop = await timing('      remind: { title: Remind them, in: placed, after: P3D, call: tell }');
    const id = await shop.open({ what: 'tea' });
    await shop.act(id, 'place');
    await shop.daybook.settled();
    const page = async () => (await (await shop!.daybook.as('boss')).get(`/shop/orders/${id}`)).text;
    expect(await page()).toMatch(/Scheduled.*26 Nov 2026.*Remind them/s);
    await shop.later(3 * DAY);
    const after = await page();
    expect(after).toContain('Remind them, as scheduled');
    expect(after).not.toContain('set timers');
    expect(after).not.toContain('id="scheduled"');
  });
});

describe('given a timer that takes an action', () => {
  it('then it moves the record on, whoever may otherwise, and says by which timer', async () => {
    shop = await timing('      expire: { title: Too late, in: placed, after: P3D, action: expire }');
    const id = await shop.open({ what: 'tea' });
    await shop.act(id, 'place');
    await shop.later(3 * DAY);
    const taken = (await shop.events(id)).find(({ type }) => type === 'record.action-taken');
    const last = (await shop.events(id)).filter(({ type }) => type === 'record.action-taken').at(-1)!;
    expect(taken).toBeDefined();
    expect([last.data, last.metadata.reason]).toMatchObject([
      { action: 'expire', to: 'late' },
      'By the timer “Too late”.',
    ]);
  });

  it.each([
    ['a rule', 'expire', { what: 'bad' }, ['BAD']],
    ['a guard', 'fail', { what: 'tea' }, ['GUARD']],
  ])(
    'which %s refuses, then that is written down, once, and nothing else',
    async (_why, action, input, codes) => {
      shop = await timing(`      try: { in: placed, after: P1D, action: ${action} }`);
      const id = await shop.open(input);
      await shop.act(id, 'place');
      await shop.later(10 * DAY);
      const fired = await shop.fired(id);
      expect(fired).toHaveLength(1);
      expect(fired[0]).toMatchObject({ outcome: 'refused' });
      if (action === 'expire') expect(fired[0]!.refused).toEqual(codes);
      expect(fired[0]!.refused).toHaveLength(1);
    },
  );
});

describe('given a timer that repeats', () => {
  it('then it is due again and again, and what was missed while nothing ran is made up for by one', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, repeat: P2D, call: tell }');
    const id = await shop.open();
    await shop.act(id, 'place');
    await shop.later(3 * DAY);
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toHaveLength(2);
    await shop.stop();
    shop.pass(7 * DAY);
    await shop.start();
    await shop.later(0);
    const fired = await shop.fired(id);
    expect(fired).toHaveLength(3);
    await shop.later(DAY);
    const dues = (await shop.fired(id)).map(({ due }) => Date.parse(due));
    expect(dues.map((due) => Math.round((due - dues[0]!) / DAY))).toEqual([0, 2, 4, 10]);
  });
});

describe('given a timer that is due a week before a day of the record', () => {
  const TIMER = '      soon: { in: [new, placed], at: record.dueOn - days(7), assign: record.buyer }';

  it('then it assigns, at the beginning of that day in the application’s time zone', async () => {
    shop = await timing(TIMER);
    const id = await shop.open({ dueOn: '2026-12-10', buyer: PEOPLE.boss.id });
    expect((await waiting(id))?.due).toBe('2026-12-02T23:00:00.000Z');
    await shop.later(10 * DAY);
    const assigned = (await shop.events(id)).find(({ type }) => type === 'record.assigned');
    expect(assigned?.data).toEqual({ from: null, to: PEOPLE.boss.id });
  });

  it('when that is nobody who works here, then nobody has it, and the history says why', async () => {
    shop = await timing(
      `      soon: { in: [new, placed], at: record.dueOn - days(7), assign: "'somebody'" }`,
    );
    const id = await shop.open({ dueOn: '2026-12-10' });
    await shop.later(10 * DAY);
    const events = await shop.events(id);
    expect(events.map(({ type }) => type)).not.toContain('record.assigned');
    expect(events.find(({ type }) => type === 'record.timer-fired')!.data).toMatchObject({
      outcome: 'refused',
      refused: ['NO_SUCH_PERSON'],
    });
  });

  it('when the day moves, then so does the timer; when it is taken away, it waits for one', async () => {
    shop = await timing(TIMER);
    const id = await shop.open({ dueOn: '2026-12-10' });
    await shop.change(id, { dueOn: '2026-12-20' });
    await shop.daybook.settled();
    expect((await waiting(id))?.due).toBe('2026-12-12T23:00:00.000Z');
    await shop.change(id, { dueOn: '' });
    await shop.daybook.settled();
    expect(await waiting(id)).toBeUndefined();
    await shop.change(id, { dueOn: '2026-12-10' });
    await shop.later(10 * DAY);
    expect(await shop.fired(id)).toHaveLength(1);
    await shop.change(id, { dueOn: '2027-01-10' });
    await shop.later(31 * DAY);
    expect(await shop.fired(id)).toHaveLength(2);
  });
});

describe('given a version that says otherwise', () => {
  it('when it has the timer later, earlier, not at all, or anew, then what waits goes by it', async () => {
    shop = await timing('      remind: { in: placed, after: P10D, call: tell }');
    const [a, b] = [await shop.open(), await shop.open()];
    await shop.act(a, 'place');
    await shop.publish(
      '      remind: { in: placed, after: P2D, call: tell }\n      first: { in: new, after: P1D, call: tell }',
    );
    await shop.later(DAY);
    expect([await shop.fired(a), await shop.fired(b)]).toMatchObject([[], [{ timer: 'first' }]]);
    await shop.later(DAY);
    expect(await shop.fired(a)).toMatchObject([{ timer: 'remind' }]);
    await shop.act(b, 'place');
    await shop.publish('      remind: { in: placed, after: P5D, call: tell }');
    await shop.later(3 * DAY);
    expect(await shop.fired(b)).toHaveLength(1);
    await shop.publish('      other: { in: late, after: P5D, call: tell }');
    await shop.later(9 * DAY);
    expect(await shop.fired(b)).toHaveLength(1);
    expect(await waiting(b)).toBeUndefined();
  });
});

describe('given a log that is met for the first time', () => {
  it('then what was due before does nothing, and the history says so; what is due later fires', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, repeat: P3D, call: tell }', {
      isStarted: false,
    });
    const id = await shop.open();
    await shop.act(id, 'place');
    shop.pass(4 * DAY);
    await shop.start();
    await shop.later(0);
    expect(await shop.fired(id)).toMatchObject([{ outcome: 'withheld' }]);
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toMatchObject([{ outcome: 'withheld' }, { outcome: 'acted' }]);
  });
});
