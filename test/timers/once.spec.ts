// Once, whatever happens to the processes and clocks around it.
import { CommandBus } from '@nestjs/cqrs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { fireRecordTimers } from '#timers/fire-record-timers.js';
import { TimerFiring } from '#timers/timer-firing.js';
import type { WaitingTimers } from '#projections/read-models/timers/timer-document.js';
import {
  createTimersReadModel,
  type TimersReadModel,
} from '#projections/read-models/timers/timers-projection.js';
import { DAY, timing, type Timing } from './timing.js';
import { nothingStuck, workerUnderLease } from '../nothing-stuck.js';

let shop: Timing | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

const REMIND = '      remind: { in: placed, after: P3D, repeat: P2D, call: tell }';
const placed = async (): Promise<string> => {
  const id = await shop!.open({ what: 'tea' });
  await shop!.act(id, 'place');
  await shop!.daybook.settled();
  return id;
};
const busOf = ({ daybook }: Timing) => daybook.app.get(CommandBus);
const waitingIn = ({ daybook }: Timing) => createTimersReadModel(daybook.installation.projections);

describe('given two processes that both believe to hold the lease', () => {
  it('when both see that timers are due, then each fires once', async () => {
    shop = await timing(REMIND, { isStarted: false });
    const here = shop;
    const ids = [];
    for (let nth = 0; nth < 40; nth++) ids.push(await placed());
    here.pass(3 * DAY);
    const { projections, healthIssues } = here.daybook.installation;
    const waitFor = async (position: number) => projections.waitFor(position, 10_000, ['timers']);
    const process = () =>
      workerUnderLease(
        new TimerFiring({
          stuck: nothingStuck,
          waiting: () => waitingIn(here),
          prepare: async () => {},
          release: async () => {},
          clock: here.now,
          waitFor,
          fire: (record, now) => fireRecordTimers(busOf(here), record, now),
        }),
        healthIssues,
      );
    const both = await Promise.all([process(), process()]);
    for (const each of both) each.wake();
    while ((await waitingIn(here).findDue(here.now(), 1)).length > 0) await here.daybook.settled();
    await Promise.all(both.map(async (each) => each.stop()));
    for (const id of ids) {
      expect(await here.fired(id)).toHaveLength(1);
      expect((await here.events(id)).filter(({ type }) => type === 'record.call-requested')).toHaveLength(1);
    }
  });
});

describe('given a process that waits for the lease of the timers', () => {
  it('fires what fell due before it took over, although the former holder has fired timers meanwhile', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, call: tell }');
    const former = shop.timers!;
    const first = await placed();
    shop.pass(DAY);
    const second = await placed();
    await shop.start();
    shop.pass(2 * DAY);
    former.wake();
    await shop.hasFired(first);
    shop.pass(DAY);
    await former.stop();
    await shop.hasFired(second);
    expect(await shop.fired(first)).toMatchObject([{ outcome: 'acted' }]);
    expect(await shop.fired(second)).toMatchObject([{ outcome: 'acted' }]);
  });
});

describe('given two processes that start together on a log that is new to them', () => {
  it('then the one that takes over later fires what fell due before that', async () => {
    shop = await timing('      remind: { in: placed, after: P3D, call: tell }', { isStarted: false });
    const [former, next] = await Promise.all([shop.start(), shop.start()]);
    const first = await placed();
    shop.pass(DAY);
    const second = await placed();
    shop.pass(2 * DAY);
    former.wake();
    await shop.hasFired(first);
    shop.pass(DAY);
    await former.stop();
    await shop.hasFired(second);
    await next.stop();
    expect(await shop.fired(first)).toMatchObject([{ outcome: 'acted' }]);
    expect(await shop.fired(second)).toMatchObject([{ outcome: 'acted' }]);
  });
});

describe('given a process that was killed after a timer had fired, and before anybody saw that', () => {
  it('when the next one lets it fire again, then nothing more happens', async () => {
    shop = await timing(REMIND, { isStarted: false });
    const id = await placed();
    shop.pass(3 * DAY);
    const [due] = await waitingIn(shop).findDue(shop.now(), 1);
    const [first, again] = [
      await fireRecordTimers(busOf(shop), due!, shop.now()),
      await fireRecordTimers(busOf(shop), due!, shop.now()),
    ];
    expect([first.isNew, again.isNew]).toEqual([true, false]);
    expect(await shop.fired(id)).toHaveLength(1);
  });
});

describe('given a record whose timer did not fire though it was due', () => {
  it.each([
    ['nothing could be written', 0, 60_000],
    ['it had fired before', 7, 5_000],
  ])('when %s, then it is left alone for a while, and tried again', async (_, position, leftAloneFor) => {
    const record = { id: 'shop.Order-1' } as WaitingTimers;
    let [elapsed, fired] = [0, 0];
    const firing = new TimerFiring(
      {
        stuck: nothingStuck,
        waiting: () =>
          ({
            findDue: async (_now: string, _most: number, without: readonly string[]) => {
              await new Promise(setImmediate);
              return without.includes(record.id) ? [] : [record];
            },
            findNextDue: async () => undefined,
          }) as unknown as TimersReadModel,
        prepare: async () => {},
        release: async () => {},
        fire: async () => {
          fired += 1;
          return { position, isNew: false };
        },
        waitFor: async () => true,
        clock: () => '2026-11-20T10:00:00.000Z',
      },
      () => elapsed,
    );
    const worker = await workerUnderLease(firing);
    const look = async () => {
      worker.wake();
      for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
      return fired;
    };
    expect(await look()).toBe(1);
    elapsed = leftAloneFor - 1;
    expect(await look()).toBe(1);
    elapsed = leftAloneFor;
    expect(await look()).toBe(2);
    await worker.stop();
  });
});

describe('given a clock that jumps a day forward, and back', () => {
  it('then what fired early does not fire again, and what is due next keeps its time', async () => {
    shop = await timing(REMIND);
    const id = await placed();
    await shop.later(2 * DAY + DAY / 2);
    await shop.later(DAY);
    expect(await shop.fired(id)).toHaveLength(1);
    await shop.later(-DAY);
    await shop.later(DAY);
    expect(await shop.fired(id)).toHaveLength(1);
    await shop.later(DAY + DAY / 2);
    const dues = (await shop.fired(id)).map(({ due }) => Date.parse(due));
    expect(dues.map((due) => Math.round((due - dues[0]!) / DAY))).toEqual([0, 2]);
  });
});

describe('given a timer that counts working time', () => {
  const CALENDAR = 'calendar: { days: [mon–fri], hours: 09:00–17:00, holidays: [2026-11-25] }';

  it('then nights, weekends and holidays do not count', async () => {
    // It is Monday, ten o'clock in Berlin.
    shop = await timing('      remind: { in: placed, after: P2D, working: true, call: tell }', {
      more: CALENDAR,
    });
    const id = await placed();
    const hours = (await waitingIn(shop).findNextDue(shop.now()))!.slice(0, 13);
    expect(hours).toBe('2026-11-26T09');
    await shop.later(2 * DAY);
    expect(await shop.fired(id)).toEqual([]);
    await shop.later(DAY);
    expect(await shop.fired(id)).toHaveLength(1);
  });

  it('when it is due on a day that is not worked on, then with the first working hour after it', async () => {
    shop = await timing('      soon: { in: new, at: record.dueOn, working: true, call: tell }', {
      more: CALENDAR,
    });
    await shop.open({ dueOn: '2026-11-25' });
    await shop.daybook.settled();
    expect(await waitingIn(shop).findNextDue(shop.now())).toBe('2026-11-26T08:00:00.000Z');
  });
});
