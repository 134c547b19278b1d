// Timeouts are shortened here; the times users experience were tried by hand (docs/operating.md).
import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { afterEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { openTcpProxy, type TcpProxy } from '#test/engines/tcp-proxy.js';
import { comment, newStream } from '../sample-events.js';
import { ids, openStore, persistently, startServer, take, takeMeanwhile } from './open-test-store.js';

const doors: TcpProxy[] = [];
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close();
});

async function behindDoor(settings = {}) {
  const server = await startServer();
  const door = await openTcpProxy(server.port);
  doors.push(door);
  const address = `esdb://127.0.0.1:${door.port}?tls=false`;
  const store = await openStore(address, { answerWithin: 150, retryFor: 600, ...settings });
  return { server, door, address, store };
}

const isRefused = (asked: Promise<unknown>) => expect(asked).rejects.toThrow(EventStoreUnavailable);

/** As projections: retries while the server is unavailable. */
async function followed(store: EventStore, seen: string[], signal: AbortSignal): Promise<void> {
  for (let position = 0; !signal.aborted;)
    try {
      for await (const batch of store.all(position, signal)) {
        position = batch.at(-1)!.position;
        seen.push(...ids(batch));
      }
    } catch (error) {
      expect(error).toBeInstanceOf(EventStoreUnavailable);
    }
}

/** Retries until it is written. */
async function written(store: EventStore): Promise<string> {
  const event = comment();
  const stream = newStream();
  for (;;) {
    try {
      await store.append(stream, [event], 0);
      return event.id;
    } catch (error) {
      expect(error).toBeInstanceOf(EventStoreUnavailable);
    }
  }
}

describe('connections that are begun again', () => {
  it('are counted', async () => {
    const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
    const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
    metrics.setGlobalMeterProvider(provider);
    const count = async () => {
      await provider.forceFlush();
      const all =
        exporter
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap(({ metrics: some }) => some) ?? [];
      const found = all.find(({ descriptor }) => descriptor.name === 'daybook.engine.reconnects');
      const [point] = found?.dataPoints ?? [];
      if (point) expect(point.attributes).toEqual({ 'daybook.engine': 'eventstoredb' });
      return Number(point?.value ?? 0);
    };
    const { door, store } = await behindDoor();
    await written(store);
    const before = await count();
    door.fallSilent();
    await isRefused(store.append(newStream(), [comment()], 0));
    door.forward();
    await written(store);
    expect(await count()).toBeGreaterThan(before);
    await provider.shutdown();
    metrics.disable();
  });
});

describe('a server that falls silent', () => {
  it('is asked through another connection, so that everything goes on when it speaks again', async () => {
    const { door, store } = await behindDoor();
    const event = comment();
    await persistently(() => store.append('tests.Note-before', [event], 0));
    const seen: string[] = [];
    const ending = new AbortController();
    const following = followed(store, seen, ending.signal);
    door.fallSilent();
    for (let times = 0; times < 3; times++)
      await Promise.all([
        isRefused(store.append(newStream(), [comment()], 0)),
        isRefused(store.read('tests.Note-before')),
        isRefused(store.head()),
      ]);
    door.forward();
    const id = await written(store);
    expect((await persistently(() => store.read('tests.Note-before'))).version).toBe(1);
    while (!seen.includes(id)) await pause(5);
    ending.abort();
    await following;
    // What failed may have been written all the same, as the error says.
    expect([seen[0], new Set(seen).size]).toEqual([event.id, seen.length]);
  });

  it('from the beginning is waited for no longer than it was said, and is followed once it speaks', async () => {
    const { door, address } = await behindDoor();
    door.fallSilent();
    await isRefused(openStore(address, { answerWithin: 100, openWithin: 300 }));
    const before = door.entered();
    const opening = openStore(address, { answerWithin: 100, openWithin: 30_000 });
    // The second connection: no answer came through the first.
    while (door.entered() < before + 2) await pause(5);
    door.forward();
    const store = await opening;
    const id = await written(store);
    expect(ids(await take(store, 1))).toEqual([id]);
  });

  it('from the beginning is told of with all the time it was waited for, and without guesses at what it would have said', async () => {
    const { door, address } = await behindDoor();
    door.fallSilent();
    const opening = openStore(address, { answerWithin: 100, openWithin: 2_400 });
    await expect(opening).rejects.toThrow(/no answer within [\d.]+ s\).*says nothing at all/);
    await expect(opening).rejects.not.toThrow(/TLS/);
  });

  it('while its log is followed is noticed, also where nobody asks anything else', async () => {
    const { door, address, server } = await behindDoor();
    const quick = await openStore(`${address}&keepAliveInterval=10000&keepAliveTimeout=200`, {
      retryFor: 30_000,
    });
    const other = await openStore(server.url);
    const following = takeMeanwhile(quick, 2);
    await written(other);
    await following.arrived(1);
    const before = door.entered();
    door.fallSilent();
    const second = await written(other);
    // Reconnects by itself while the server is silent, without a cut or a call.
    while (door.entered() === before) await pause(10);
    door.forward();
    expect(ids(await following.taken).at(-1)).toBe(second);
  });
});

describe('a leader that falls silent', () => {
  it('is not asked again because the others still name it, and the next one is as soon as they name that', async () => {
    const leader = await startServer();
    const door = await openTcpProxy(leader.port);
    doors.push(door);
    let named = door.port;
    const other = await startServer({ leader: () => named });
    const store = await openStore(`esdb+discover://127.0.0.1:${other.port}?tls=false`, {
      answerWithin: 100,
      retryFor: 300,
    });
    await written(store);
    door.fallSilent();
    await isRefused(store.read('x'));
    const entered = door.entered();
    await isRefused(store.read('x'));
    expect(door.entered()).toBe(entered);
    named = other.port;
    const id = await written(store);
    expect(ids(await take(await openStore(other.url), 1))).toEqual([id]);
  });
});

describe('given a leader that was silent, and is named all the time', () => {
  it('when it speaks again while many go on asking, then it is asked again', async () => {
    const leader = await startServer();
    const door = await openTcpProxy(leader.port);
    doors.push(door);
    const other = await startServer({ leader: () => door.port });
    const store = await openStore(`esdb+discover://127.0.0.1:${other.port}?tls=false`, {
      answerWithin: 100,
      retryFor: 300,
    });
    await written(store);
    door.fallSilent();
    await isRefused(store.read('x'));
    door.forward();
    const answers = Array.from({ length: 4 }, () => persistently(() => store.read('x')));
    expect((await Promise.all(answers)).map(({ version }) => version)).toEqual([0, 0, 0, 0]);
  });
});

describe('given one node that names another one as its leader', () => {
  it('when that one falls silent, then it is not asked again before it has been left alone for a while', async () => {
    const leader = await startServer();
    const door = await openTcpProxy(leader.port);
    doors.push(door);
    let named = door.port;
    const other = await startServer({ log: leader.log, leader: () => named });
    const store = await openStore(other.url, { answerWithin: 200, retryFor: 30_000 });
    await store.append(newStream(), [comment()], 0);
    door.fallSilent();
    const reading = store.read('x');
    await pause(700);
    const entered = door.entered();
    named = other.port;
    expect((await reading).version).toBe(0);
    expect(door.entered()).toBe(entered);
    // A probe, and the one silent connection.
    expect(entered).toBeLessThanOrEqual(2);
  });
});

describe('given a healthy leader of a cluster', () => {
  async function behindLeadersDoor() {
    const leader = await startServer();
    const door = await openTcpProxy(leader.port);
    doors.push(door);
    const other = await startServer({ leader: () => door.port });
    const store = await openStore(`esdb+discover://127.0.0.1:${other.port}?tls=false`, { retryFor: 1_000 });
    await store.append(newStream(), [comment()], 0);
    return { leader, door, store };
  }

  it('when a call ends before an answer could come, then the next one goes through the same connection', async () => {
    const { leader, door, store } = await behindLeadersDoor();
    const entered = door.entered();
    leader.fail('slow', 1);
    await isRefused(store.read('x', 1, performance.now() + 20));
    expect((await store.read('x')).version).toBe(0);
    expect(door.entered()).toBe(entered);
  });

  it('when its connection is cut, then it is asked again at once', async () => {
    const { leader, door, store } = await behindLeadersDoor();
    leader.fail('slow', 1);
    const reading = store.read('x');
    await leader.met();
    door.cut();
    expect((await reading).version).toBe(0);
  });
});

describe('connections', () => {
  it('stay while a log is followed in which nothing happens, also for longer than an answer may take', async () => {
    const { door, store } = await behindDoor();
    const ending = new AbortController();
    const seen: string[] = [];
    const following = followed(store, seen, ending.signal);
    const id = await written(store);
    while (!seen.includes(id)) await pause(5);
    const before = door.entered();
    await pause(500);
    const later = door.entered();
    ending.abort();
    await following;
    expect(later).toBe(before);
  });

  it('are as many after fifty outages as before', async () => {
    const { door, store } = await behindDoor({ answerWithin: 50, retryFor: 100 });
    const ending = new AbortController();
    const following = followed(store, [], ending.signal);
    await written(store);
    const before = door.inside();
    for (let outage = 0; outage < 50; outage++) {
      if (outage % 2 === 0) door.cut();
      else {
        door.fallSilent();
        await isRefused(store.read('x'));
        door.forward();
      }
      await written(store);
    }
    ending.abort();
    await following;
    expect(door.entered()).toBeGreaterThan(50);
    expect(door.inside()).toBeLessThanOrEqual(before + 1);
  });

  it('that fell silent are closed, also where nothing ever cuts them', async () => {
    const { door, store } = await behindDoor();
    await written(store);
    const before = door.inside();
    for (let silence = 0; silence < 5; silence++) {
      door.fallSilent();
      await isRefused(store.read('x'));
      door.forward();
      await written(store);
    }
    expect(door.entered()).toBeGreaterThan(before + 4);
    for (let left = 100; door.inside() > before && left > 0; left--) await pause(10);
    expect(door.inside()).toBe(before);
  });

  it('are none once the store is closed, also where the server was silent', async () => {
    const { door, store } = await behindDoor();
    await written(store);
    door.fallSilent();
    await isRefused(store.read('x'));
    await store.close();
    door.forward();
    for (let left = 100; door.inside() > 0 && left > 0; left--) await pause(10);
    expect(door.inside()).toBe(0);
  });
});
