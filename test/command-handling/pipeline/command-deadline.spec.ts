// One deadline from arrival on, whatever the number of queries and the wait in queues.
import { afterEach, describe, expect, it } from '@jest/globals';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { comment, open, withPeople } from '../commands.js';
import { Writing } from '../writing.js';
import { runWithCommandDeadline } from '#command-handling/pipeline/command-deadline.js';
import { QueuedTooLong, KeyedQueue } from '#platform/keyed-queue.js';

const opened: Writing[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const never = new Promise<never>(() => {});

/** Records the deadline of each call. */
async function asked(append: (store: EventStore) => EventStore['append'] = (store) => store.append) {
  const untils: number[] = [];
  let armed = false;
  const here = new Writing((store) => ({
    ...store,
    read: async (stream, from, until) => {
      if (armed) untils.push(until!);
      return store.read(stream, from, until);
    },
    append: async (stream, events, version, until) => {
      if (!armed) return store.append(stream, events, version, until);
      untils.push(until!);
      return append(store)(stream, events, version, until);
    },
  }));
  opened.push(here);
  await withPeople(here);
  await here.bus.execute(open(1, 'ada', { title: 'Paper' }));
  return { here, untils, arm: () => (armed = true) };
}

describe('a command', () => {
  it('asks the store everything until one moment', async () => {
    const { here, untils, arm } = await asked();
    arm();
    const before = performance.now();
    await runWithCommandDeadline(() => here.bus.execute(open(2, 'ada', { title: 'Pens' })), 5_000);
    expect(untils.length).toBeGreaterThan(2);
    expect(new Set(untils).size).toBe(1);
    expect(untils[0]! - before).toBeLessThanOrEqual(5_000 + 100);
  });

  it('is told of by then where the store does not answer, also those who wait for the same record', async () => {
    const { here, arm } = await asked(() => async () => never);
    arm();
    const commands = ['a', 'b', 'c'].map((text) =>
      runWithCommandDeadline(() => here.bus.execute(comment(1, 'ada', text)), 50),
    );
    const [first, ...others] = await Promise.allSettled(commands);
    expect((first as PromiseRejectedResult).reason).toBeInstanceOf(EventStoreUnavailable);
    for (const each of others)
      expect((each as PromiseRejectedResult).reason).toMatchObject({ reasons: [{ code: 'UNAVAILABLE' }] });
  });
});

describe('a turn', () => {
  it('that does not come in time is given up by who waits, and what was waited for is not begun', async () => {
    const turns = new KeyedQueue();
    let end = () => {};
    const long = turns.take('x', () => new Promise<void>((resolve) => (end = resolve)));
    const begun: string[] = [];
    const late = turns.take('x', async () => void begun.push('late'), performance.now() + 20);
    const patient = turns.take('x', async () => void begun.push('patient'));
    await expect(late).rejects.toThrow(QueuedTooLong);
    end();
    await Promise.all([long, patient]);
    expect(begun).toEqual(['patient']);
  });

  it('forgets a key once its work has ended, however it ended, and none before', async () => {
    const turns = new KeyedQueue();
    const fails = () => Promise.reject(new Error('it failed'));
    const keys = Array.from({ length: 50 }, (_, n) => `stream-${n}`);
    await Promise.all(keys.map((key) => turns.take(key, async () => {})));
    await Promise.allSettled(keys.map((key) => turns.take(key, fails)));
    let end = () => {};
    const first = turns.take('x', () => new Promise<void>((resolve) => (end = resolve)));
    const second = turns.take('x', async () => {});
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns.size).toBe(1);
    end();
    await Promise.all([first, second]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(turns.size).toBe(0);
  });
});
