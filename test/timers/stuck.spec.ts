// A record whose timers cannot fire because of what is stored about it: they are noted and left alone, and all others fire.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { RetryItem, SkipItem } from '#domain/process-manager/process-manager-commands.js';
import { system } from '../web/daybook.js';
import { DAY, timing, type Timing } from './timing.js';

describe('given a record that cannot be read when its timer is due', () => {
  let shop: Timing;
  let [damaged, sound]: string[] = [];
  let isDamaged = true;

  const damage = () => {
    const { store } = shop.daybook.installation;
    const read = store.read.bind(store);
    store.read = async (stream, ...rest) => {
      if (stream === `shop.Order-${damaged}` && isDamaged) throw new TypeError('it has no state');
      return read(stream, ...rest);
    };
  };
  const until = async (isSo: () => Promise<boolean>) => {
    while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const noted = async () => (await shop.daybook.installation.store.read('process-timer-firing')).events;
  const item = () => `shop.Order-${damaged}`;

  beforeEach(async () => {
    isDamaged = true;
    shop = await timing('      remind: { in: placed, after: P3D, call: tell }');
    [damaged, sound] = [await shop.open({ what: 'tea' }), await shop.open({ what: 'milk' })];
    await shop.act(damaged!, 'place');
    await shop.act(sound!, 'place');
    await shop.daybook.settled();
    damage();
    shop.pass(3 * DAY);
    shop.timers!.wake();
    await until(async () => (await shop.fired(sound!)).length === 1);
    await until(async () => (await noted()).length > 0);
  }, 60_000);
  afterEach(() => shop.close());

  it('when others were due, then they have fired, and that it could not is noted once', async () => {
    shop.timers!.wake();
    expect((await noted()).map(({ type, data }) => [type, data])).toEqual([
      ['process.item-failed', expect.objectContaining({ item: item(), error: 'it has no state' })],
    ]);
  });

  it('when it can be read and is tried again, then it fires', async () => {
    isDamaged = false;
    await shop.daybook.send(
      new RetryItem({ process: 'timer-firing', item: item(), context: { ...system(), commandId: uuid() } }),
    );
    await until(async () => (await shop.fired(damaged!)).length === 1);
    expect(await shop.fired(damaged!)).toHaveLength(1);
  });

  it('when it is left out, then what was due does not fire, and what is due later does', async () => {
    isDamaged = false;
    const reason = 'They were reminded by telephone';
    await shop.daybook.send(
      new SkipItem({ process: 'timer-firing', item: item(), reason, context: system() }),
    );
    await shop.act(damaged!, 'takeBack');
    await shop.act(damaged!, 'place');
    shop.pass(4 * DAY);
    shop.timers!.wake();
    await until(async () => (await shop.fired(damaged!)).length === 1);
    expect(await shop.fired(damaged!)).toHaveLength(1);
  });
});

describe('given a record that cannot be read when a version sets timers', () => {
  it('when others set theirs, then they fire, and it stops nothing but itself', async () => {
    const shop = await timing('      remind: { in: placed, after: P3D, call: tell }', { isStarted: false });
    const [damaged, sound] = [await shop.open(), await shop.open()];
    await shop.act(damaged, 'place');
    await shop.act(sound, 'place');
    await shop.daybook.settled();
    const { store } = shop.daybook.installation;
    const read = store.read.bind(store);
    store.read = async (stream, ...rest) => {
      if (stream === `shop.Order-${damaged}`) throw new TypeError('it has no state');
      return read(stream, ...rest);
    };
    await shop.start();
    shop.pass(4 * DAY);
    shop.timers!.wake();
    while ((await shop.fired(sound)).length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const { events } = await store.read('process-timer-firing');
    expect(events.map(({ type }) => type)).toEqual(['process.item-failed']);
    await shop.close();
  });
});
