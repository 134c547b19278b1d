// A lost answer is settled by a repeat, which is never written twice.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { setTimeout as pause } from 'node:timers/promises';
import {
  EventIdTaken,
  EventStoreUnavailable,
  WrongExpectedVersion,
  type EventStore,
} from '#event-store/event-store.js';
import { HealthIssues } from '#platform/health-issues.js';
import type { Fault } from '#test/engines/eventstoredb/inject-faults.js';
import { comment, comments, newStream } from '../sample-events.js';
import { ids, opened, openStore, persistently, SOON_AGAIN, startServer, take } from './open-test-store.js';
import { numRuns } from '../../property-runs.js';

const FAULTS: readonly Fault[] = [
  'answer lost',
  'cut mid-stream',
  'not leader',
  'not ready',
  'deadline',
  'deadline after the append',
  'slow',
  'place left out',
];

/** Faults that only delay an answer. */
const IN_THE_END_ANSWERED: readonly Fault[] = ['slow', 'place left out'];

describe('an append that meets a fault', () => {
  describe.each(FAULTS)('"%s"', (fault) => {
    it.each([1, 3])('with fault repeated %i times is written once, and answered', async (times) => {
      const { server, store } = await opened(SOON_AGAIN);
      const stream = newStream();
      const events = comments(3);
      server.fail(fault, times);
      const appended = await store.append(stream, events, 0);
      server.heal();
      const read = await store.read(stream);
      expect(ids(read.events)).toEqual(ids(events));
      expect(appended).toEqual({ version: 3, position: read.events[2]!.position });
      expect(ids(await take(store, 3))).toEqual(ids(events));
    });

    if (IN_THE_END_ANSWERED.includes(fault)) return;
    it('with a permanent fault is refused with an explanation', async () => {
      const { server, store } = await opened({ retryFor: 800 });
      const stream = newStream();
      const events = comments(2);
      server.fail(fault);
      const appending = store.append(stream, events, 0);
      await expect(appending).rejects.toThrow(EventStoreUnavailable);
      if (fault !== 'not leader') await expect(appending).rejects.toThrow(/not known whether it was written/);
      server.heal();
      // The same command again, by the same person.
      const again = await openStore(server.url);
      expect(await again.append(stream, events, 0)).toMatchObject({ version: 2 });
      expect(ids(await take(again, 2))).toEqual(ids(events));
    });
  });

  it('conflicts when another append was written first', async () => {
    const { server, store } = await opened(SOON_AGAIN);
    const other = await openStore(server.url);
    const stream = newStream();
    server.fail('deadline', 1);
    const late = store.append(stream, comments(2), 0);
    const refused = expect(late).rejects.toMatchObject({
      name: 'WrongExpectedVersion',
      expected: 0,
      actual: 1,
    });
    await server.met();
    await other.append(stream, [comment()], 0);
    await refused;
    expect((await store.read(stream)).version).toBe(1);
  });

  it('succeeds when it was written, and another append followed before the answer', async () => {
    const { server, store } = await opened(SOON_AGAIN);
    const other = await openStore(server.url);
    const stream = newStream();
    const events = comments(2);
    server.fail('deadline after the append', 1);
    const appending = store.append(stream, events, 0);
    await server.met();
    await other.append(stream, [comment()], 2);
    const { events: there } = await store.read(stream);
    expect(await appending).toEqual({ version: 2, position: there[1]!.position });
    expect(there).toHaveLength(3);
  });

  it('may be empty: then there is nothing to settle', async () => {
    const { server, store } = await opened();
    server.fail('not leader', 1);
    expect(await store.append(newStream(), [], 0)).toEqual({ version: 0, position: 0 });
    await expect(store.append(newStream(), [], 1)).rejects.toThrow(WrongExpectedVersion);
  });
});

describe('a server that vanishes', () => {
  it('and returns in time causes no error', async () => {
    const { server, store } = await opened();
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    await server.vanish();
    const working = Promise.all([
      store.append(stream, comments(2), 1),
      store.append(newStream(), [comment()], 0),
    ]);
    const reading = store.read(stream);
    await pause(300);
    await server.comeBack();
    expect((await working).map(({ version }) => version)).toEqual([3, 1]);
    expect([1, 3]).toContain((await reading).version);
    expect((await store.read(stream)).version).toBe(3);
  });

  it('and stays away causes an explained error without credentials', async () => {
    const server = await startServer();
    const store = await openStore(server.url.replace('//', '//ada:geheim@'), { retryFor: 300 });
    await server.vanish();
    const asking = [store.append(newStream(), [comment()], 0), store.read('x'), store.head()];
    for (const asked of await Promise.allSettled(asking)) {
      const { reason } = asked as PromiseRejectedResult & { reason: Error };
      expect(reason).toBeInstanceOf(EventStoreUnavailable);
      expect(reason.message).toContain(`127.0.0.1:${server.port}`);
      expect(reason.message).not.toMatch(/ada|geheim/);
    }
  });

  it('is told of once, and no longer once it answers', async () => {
    const troubles = new HealthIssues();
    const told: string[] = [];
    troubles.onRaised(({ adminMessage }) => told.push(adminMessage));
    // Long enough for a busy machine to have tried to connect.
    const { server, store } = await opened({ healthIssues: troubles, retryFor: 1_000 });
    for (let outage = 1; outage <= 2; outage++) {
      await server.vanish();
      await Promise.allSettled([store.append(newStream(), [comment()], 0), store.head(), store.read('x')]);
      expect(told).toHaveLength(outage);
      expect(told.at(-1)).toMatch(
        /^EventStoreDB at \S+ does not answer \((?:connect ECONNREFUSED \S+|the connection broke)\)\. .*Nothing can be saved until it does/,
      );
      expect(troubles.all()).toMatchObject([
        { publicMessage: 'the event store does not answer', severity: 'warning' },
      ]);
      await server.comeBack();
      await persistently(() => store.head());
      expect(troubles.all()).toEqual([]);
    }
  });

  it.each<[string, (store: EventStore) => Promise<unknown>]>([
    ['appends', (store: EventStore) => store.append(newStream(), [comment()], 0)],
    ['reads', (store: EventStore) => store.read('x')],
    ['followers', (store: EventStore) => take(store, 1)],
  ])('is told of where only %s meet the outage', async (_, ask) => {
    const troubles = new HealthIssues();
    const { server, store } = await opened({ healthIssues: troubles, retryFor: 300 });
    await store.append(newStream(), [comment()], 0);
    await server.vanish();
    await expect(ask(store)).rejects.toThrow(EventStoreUnavailable);
    expect(troubles.all()).toMatchObject([
      { publicMessage: 'the event store does not answer', severity: 'warning' },
    ]);
    await server.comeBack();
    await persistently(() => ask(store));
    expect(troubles.all()).toEqual([]);
  });

  it('never loses an acknowledged append', async () => {
    const { server, store } = await opened();
    const streams = Array.from({ length: 20 }, newStream);
    let acknowledged = 0;
    const writing = streams.map(async (stream) => {
      const events = comments(10);
      for (const [version, event] of events.entries()) {
        await store.append(stream, [event], version);
        acknowledged += 1;
      }
      return ids(events);
    });
    for (let times = 0; times < 3; times++) {
      while (acknowledged < (times + 1) * streams.length) await pause(1);
      await server.vanish();
      await pause(60);
      await server.comeBack();
    }
    for (const [index, written] of (await Promise.all(writing)).entries())
      expect(ids((await store.read(streams[index]!)).events)).toEqual(written);
    expect(await take(store, 200)).toHaveLength(200);
  });
});

describe('32 clients that race on one record while answers get lost', () => {
  it('win each version exactly once, and nobody’s answer is wrong', async () => {
    const { server } = await opened();
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(server.url, SOON_AGAIN)));
    const stream = newStream();
    const won: { version: number; id: string }[] = [];
    const lost: string[] = [];
    const client = async (index: number) => {
      const store = stores[index % stores.length]!;
      for (let round = 0; round < 5; round++) {
        const event = comment(`${index}/${round}`);
        const { version } = await store.read(stream);
        try {
          const appended = await store.append(stream, [event], version);
          expect(appended.version).toBe(version + 1);
          won.push({ version: appended.version, id: event.id });
        } catch (error) {
          expect(error).toBeInstanceOf(WrongExpectedVersion);
          lost.push(event.id);
        }
      }
    };
    const racing = Promise.all(Array.from({ length: 32 }, (_, index) => client(index)));
    const faults: readonly Fault[] = [
      'answer lost',
      'deadline after the append',
      'cut mid-stream',
      'not leader',
    ];
    for (let turn = 0; turn < 12; turn++) {
      server.fail(faults[turn % faults.length]!, 2);
      await pause(40);
    }
    await racing;
    server.heal();

    const { events } = await stores[0]!.read(stream);
    won.sort((a, b) => a.version - b.version);
    expect(won).toEqual(events.map(({ version, id }) => ({ version, id })));
    expect(won.length + lost.length).toBe(160);
  });
});

describe('random faults with random appends', () => {
  it('leave every acknowledged append there exactly once, and none that was refused', async () => {
    const { server, store } = await opened({ ...SOON_AGAIN, answerWithin: 150 });
    const steps = fc.array(
      fc.record({
        stream: fc.nat({ max: 2 }),
        count: fc.integer({ min: 1, max: 3 }),
        off: fc.constantFrom(0, 0, 0, 1, -1),
        fault: fc.constantFrom<Fault | undefined>(undefined, undefined, ...FAULTS),
        times: fc.integer({ min: 1, max: 3 }),
      }),
      { maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        server.heal();
        const from = await store.head();
        const streams = [newStream(), newStream(), newStream()];
        const acknowledged: string[] = [];
        const refused: string[] = [];
        await Promise.all(
          sequence.map(async ({ stream, count, off, fault, times }) => {
            if (fault) server.fail(fault, times);
            const { version } = await store.read(streams[stream]!);
            const events = comments(count);
            try {
              await store.append(streams[stream]!, events, Math.max(0, version + off));
              acknowledged.push(...ids(events));
            } catch (error) {
              expect(error).toBeInstanceOf(WrongExpectedVersion);
              refused.push(...ids(events));
            }
          }),
        );
        server.heal();
        const there = (await Promise.all(streams.map((stream) => store.read(stream)))).flatMap(
          ({ events }) => events,
        );
        expect(ids(there).sort()).toEqual(acknowledged.sort());
        for (const id of refused) expect(ids(there)).not.toContain(id);
        expect(there.every(({ position }) => position > from)).toBe(true);
      }),
      { numRuns: numRuns(20) },
    );
  }, 120_000);
});

describe('what is given to append', () => {
  it('has UUIDs for ids, in small letters, none of them twice', async () => {
    const { store } = await opened();
    for (const id of ['17', comment().id.toUpperCase(), `${comment().id} `])
      await expect(store.append(newStream(), [{ ...comment(), id }], 0)).rejects.toThrow(TypeError);
    const event = comment();
    await expect(store.append(newStream(), [event, event], 0)).rejects.toThrow(EventIdTaken);
  });
});
