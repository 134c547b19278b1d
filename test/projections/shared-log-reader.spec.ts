import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SharedLogReader } from '#projections/subscription/shared-log-reader.js';
import type { RecordedEvent } from '#domain/event.js';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { REQUEST, newEvent } from './recorded-events.js';

const comments = (count: number) =>
  Array.from({ length: count }, () => newEvent('record.commented', { text: 'x' }));

describe('the shared log', () => {
  let here: Installation;
  let log: SharedLogReader;
  beforeEach(() => {
    here = makeInstallation();
    log = new SharedLogReader(here.store);
  });
  afterEach(async () => {
    await log.stop();
    await here.end();
  });

  async function follow(
    of: Pick<EventStore, 'all'>,
    after: number,
    until: number,
    slowly = false,
  ): Promise<number[]> {
    const seen: number[] = [];
    for await (const batch of of.all(after)) {
      if (slowly) await new Promise((resolve) => setTimeout(resolve, 3));
      seen.push(...batch.map((event: RecordedEvent) => event.position));
      if (seen.at(-1)! >= until) return seen;
    }
    return seen;
  }
  const upTo = (after: number, until: number) =>
    Array.from({ length: until - after }, (_, at) => after + 1 + at);

  it('yields all events in order to each reader, from any position and at any speed', async () => {
    await here.append(REQUEST, ...comments(50));
    const following = [follow(log, 0, 9050), follow(log, 20, 9050, true), follow(log, 50, 9050)];
    for (let at = 0; at < 90; at++) await here.append(REQUEST, ...comments(100));
    const [all, late, live] = await Promise.all(following);
    expect(all).toEqual(upTo(0, 9050));
    expect(late).toEqual(upTo(20, 9050));
    expect(live).toEqual(upTo(50, 9050));
  });

  it('waits for what lies beyond the end, and gives only that', async () => {
    await here.append(REQUEST, ...comments(2));
    const beyond = follow(log, 3, 5);
    await here.append(REQUEST, ...comments(3));
    expect(await beyond).toEqual([4, 5]);
  });

  it('passes irrelevant events of waiting readers, and yields the rest once', async () => {
    await here.append(REQUEST, ...comments(1));
    const [past, taken]: number[][] = [[], []];
    const isEven = ({ position }: RecordedEvent) => position % 2 === 0;
    const following = (async () => {
      const letPast = (batch: readonly RecordedEvent[]) => {
        if (!batch.every(isEven)) return false;
        past!.push(...batch.map(({ position }) => position));
        return true;
      };
      for await (const batch of log.all(1, undefined, letPast)) {
        taken!.push(...batch.map(({ position }) => position));
        if (taken!.at(-1)! >= 7) return;
      }
    })();
    for (let position = 2; position <= 7; position++) {
      await here.append(REQUEST, ...comments(1));
      while (past!.length + taken!.length < position - 1)
        await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await following;
    expect([past, taken]).toEqual([
      [2, 4, 6],
      [3, 5, 7],
    ]);
  });

  it('batches events, and releases them at once for a waiting caller', async () => {
    const read: number[] = [];
    const patient = new SharedLogReader(here.store, 3_600_000, (batch) => {
      read.push(...batch.map(({ position }) => position));
    });
    const untilRead = async (position: number) => {
      while (read.at(-1) !== position) await new Promise((resolve) => setTimeout(resolve, 2));
      await new Promise((resolve) => setImmediate(resolve));
    };
    const seen: number[] = [];
    const following = (async () => {
      for await (const batch of patient.all(0)) seen.push(...batch.map(({ position }) => position));
    })();
    for (let at = 0; at < 5; at++) await here.append(REQUEST, ...comments(1));
    await untilRead(5);
    expect(seen).toEqual([]);
    await patient.releaseUpTo(Number.MAX_SAFE_INTEGER);
    while (seen.length < 5) await new Promise((resolve) => setTimeout(resolve, 2));
    await here.append(REQUEST, ...comments(2));
    await untilRead(7);
    expect(seen).toEqual(upTo(0, 5));
    await patient.releaseUpTo(7);
    while (seen.length < 7) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(seen).toEqual(upTo(0, 7));
    await patient.stop();
    await following;
  });

  it('ends with its signal, and with itself', async () => {
    const abort = new AbortController();
    const seen: unknown[] = [];
    const following = (async () => {
      for await (const batch of log.all(0, abort.signal)) seen.push(batch);
    })();
    const other = (async () => {
      for await (const batch of log.all(0)) seen.push(batch);
    })();
    abort.abort();
    await following;
    await log.stop();
    await other;
    expect(seen).toEqual([]);
  });

  it('passes on that the store cannot be reached, and reads again when asked again', async () => {
    let down = true;
    const flaky: EventStore = {
      ...here.store,
      async *all(after, signal) {
        if (down) throw new EventStoreUnavailable('down');
        yield* here.store.all(after, signal);
      },
    };
    const own = new SharedLogReader(flaky);
    await here.append(REQUEST, ...comments(1));
    await expect(follow(own, 0, 1)).rejects.toThrow(EventStoreUnavailable);
    down = false;
    expect(await follow(own, 0, 1)).toEqual([1]);
    await own.stop();
  });
});
