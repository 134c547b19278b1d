// Through faults and restarts, with back-pressure, without repeats.
import { describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreUnavailable, EventLogReplacedError, type EventStore } from '#event-store/event-store.js';
import { openTcpProxy } from '#test/engines/tcp-proxy.js';
import type { Fault } from '#test/engines/eventstoredb/inject-faults.js';
import { proposedBy } from '#test/engines/eventstoredb/foreign-events.js';
import { comment, comments, newStream } from '../sample-events.js';
import {
  ids,
  opened,
  openStore,
  persistently,
  SOON_AGAIN,
  startServer,
  take,
  takeMeanwhile,
} from './open-test-store.js';

/** Ten events per append, each ten in a new stream. Returns their ids. */
async function write(store: EventStore, count: number, text = 'hello'): Promise<string[]> {
  const written: string[] = [];
  for (let left = count; left > 0; left -= 10) {
    const events = Array.from({ length: 10 }, () => comment(text));
    await store.append(newStream(), events, 0);
    written.push(...ids(events));
  }
  return written;
}

describe('following the log through a fault', () => {
  it.each<[Fault, number]>([
    ['cut mid-stream', 1],
    ['cut mid-stream', 5],
    ['deadline', 2],
    ['slow', 2],
  ])('"%s", %i times in the history, gives everything once', async (fault, times) => {
    const { server, store } = await opened(SOON_AGAIN);
    const written = await write(store, 200);
    server.fail(fault, times);
    expect(ids(await take(store, 200))).toEqual(written);
  });

  it.each<[Fault, number]>([
    ['cut mid-stream', 1],
    ['cut mid-stream', 5],
  ])('"%s", %i times at the live end, gives everything once', async (fault, times) => {
    const { server, store } = await opened();
    const writer = await openStore(server.url);
    const written = await write(writer, 10);
    const following = takeMeanwhile(store, 60);
    await following.arrived(10);
    for (let turn = 0; turn < 5; turn++) {
      server.fail(fault, times);
      written.push(...(await write(writer, 10)));
      await pause(20);
    }
    server.heal();
    expect(ids(await following.taken)).toEqual(written);
  });

  it('resumes several readers after the server was unavailable', async () => {
    const { server, store } = await opened();
    const written = await write(store, 50);
    const following = [takeMeanwhile(store, 150), takeMeanwhile(store, 150)];
    for (let turn = 0; turn < 2; turn++) {
      for (const { arrived } of following) await arrived(written.length);
      await server.vanish();
      await pause(150);
      await server.comeBack();
      written.push(...(await write(store, 50)));
    }
    for (const { taken } of following) expect(ids(await taken)).toEqual(written);
  });

  it('reports a server that stays unavailable, and can be retried', async () => {
    const { server, store } = await opened({ retryFor: 500 });
    const patient = await openStore(server.url);
    const written = await write(patient, 20);
    const seen: string[] = [];
    const following = (async () => {
      for await (const batch of store.all()) seen.push(...ids(batch));
    })();
    const said = expect(following).rejects.toThrow(EventStoreUnavailable);
    while (seen.length < written.length) await pause(5);
    await server.vanish();
    await said;
    expect(seen).toEqual(written);
    await server.comeBack();
    expect(ids(await persistently(() => take(store, 20)))).toEqual(written);
  });

  it('retries an unavailable server with backoff', async () => {
    const server = await startServer();
    const door = await openTcpProxy(server.port);
    const store = await openStore(`esdb://127.0.0.1:${door.port}?tls=false`);
    const written = await write(store, 10);
    const following = takeMeanwhile(store, 20);
    await following.arrived(10);
    await server.vanish();
    const before = door.entered();
    await pause(1_000);
    // Each attempt probes first.
    expect(door.entered() - before).toBeLessThan(24);
    await server.comeBack();
    written.push(...(await write(store, 10)));
    expect(ids(await following.taken)).toEqual(written);
    await store.close();
    await door.close();
  });

  it.each<Fault | 'away'>(['deadline', 'away'])(
    'ends when it is told to, in the middle of "%s"',
    async (fault) => {
      const { server, store } = await opened();
      await write(store, 10);
      if (fault === 'away') await server.vanish();
      else server.fail(fault);
      const abort = new AbortController();
      const following = (async () => {
        for await (const batch of store.all(0, abort.signal)) expect(batch).toBeUndefined();
      })();
      await pause(100);
      abort.abort();
      await expect(following).resolves.toBeUndefined();
    },
  );
});

describe('a slow reader', () => {
  it('receives no more than fits a few buffers', async () => {
    const { server, store } = await opened();
    const written = await write(store, 2_500, 'x'.repeat(4_000));
    const before = server.sent();
    let taken = 0;
    let ahead = 0;
    const following = take(store, 2_500, async () => {
      await pause(taken === 0 ? 200 : 0);
      taken += 1;
      if (taken === 1) ahead = server.sent() - before;
    });
    expect(ids(await following)).toEqual(written);
    // One batch, 1 MiB that waits for the next one, 256 KiB on the wire, and the server's buffer.
    expect(ahead).toBeLessThan(1_000 + 600);
    expect(server.sent() - before).toBe(2_500);
  });

  it('delays neither another reader nor an append', async () => {
    const { store } = await opened();
    const written = await write(store, 1_500);
    const slow = store.all()[Symbol.asyncIterator]();
    await slow.next();
    await pause(100);
    expect(ids(await take(store, 1_500))).toEqual(written);
    expect(await store.append(newStream(), [comment()], 0)).toMatchObject({ version: 1 });
    await slow.return?.();
  });

  it('holds few large events in memory', async () => {
    const server = await startServer({ maxAppendSize: 8_388_608 });
    const store = await openStore(server.url);
    for (let turn = 0; turn < 15; turn++) {
      const large = Array.from({ length: 10 }, () => comment('x'.repeat(200_000)));
      await store.append(newStream(), large, 0);
    }
    const before = server.sent();
    let [seen, largest] = [0, 0];
    for await (const batch of store.all()) {
      if (seen === 0) {
        await pause(200);
        // A batch, and 16 messages in each of a few buffers.
        expect(server.sent() - before).toBeLessThan(120);
      }
      seen += batch.length;
      largest = Math.max(largest, batch.length);
      if (seen === 150) break;
    }
    // 4 MiB, and the event that exceeds them.
    expect(largest).toBeLessThanOrEqual(22);
  });
});

describe('a reader at the live end', () => {
  it("resubscribes after overflowing the server's buffer of 32 events", async () => {
    const { store } = await opened();
    const [first, many] = [comment(), comments(500)];
    const stream = newStream();
    await store.append(stream, [first], 0);
    const following = takeMeanwhile(store, 501);
    await following.arrived(1);
    await store.append(stream, many, 1);
    expect(ids(await following.taken)).toEqual(ids([first, ...many]));
  });
});

describe('what the system writes', () => {
  it('is not in the log, and does not move its end', async () => {
    const { server, store } = await opened();
    const [written] = await write(store, 10).then((all) => [all]);
    const head = await store.head();
    const system = { ...comment(), contentType: 'application/json', metadata: Buffer.from('{}') };
    for (let turn = 0; turn < 100; turn++)
      server.log.append('$stats', [{ ...system, type: '$statsCollected', data: Buffer.from('{}') }], 'any');
    expect(await store.head()).toBe(head);
    written!.push(...(await write(store, 10)));
    expect(ids(await take(store, 20))).toEqual(written);
  });

  it("may use names like Daybook's without a clash", async () => {
    const { server, store } = await opened();
    const names = ['$stats', '~$stats', '~~', '~', '$', '$$x', 'a$'];
    for (const name of names) await store.append(name, [{ ...comment(), type: name }], 0);
    for (const name of names)
      expect((await store.read(name)).events.map(({ stream, type }) => [stream, type])).toEqual([
        [name, name],
      ]);
    expect((await take(store, names.length)).map(({ stream }) => stream)).toEqual(names);
    expect(server.log.events.filter(({ stream }) => stream.startsWith('$'))).toHaveLength(3);
  });
});

describe('given a log of which a reader has read a part', () => {
  it('when the last event that it has read is scavenged, then the next one is not left out', async () => {
    const { server, store } = await opened();
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    const { position } = await store.append(stream, [comment()], 1);
    const left = comments(2);
    await store.append(newStream(), left, 0);
    server.log.append(`$$${stream}`, [proposedBy('$metadata', { $tb: 2 })], 'any');
    server.log.scavenge();
    for (const after of [position, 0]) {
      const read: string[] = [];
      for await (const batch of store.all(after)) {
        read.push(...ids(batch));
        if (read.length >= 2) break;
      }
      expect(read).toEqual(ids(left));
    }
  });

  it.each([-1, 1])(
    'when it goes on %i byte beside an event, as of another log, then it is told that the log was replaced',
    async (beside) => {
      const { store } = await opened({ retryFor: 300 });
      const { position } = await store.append(newStream(), [comment()], 0);
      await store.append(newStream(), [comment()], 0);
      const reading = store.all(position + beside)[Symbol.asyncIterator]();
      await expect(reading.next()).rejects.toThrow(EventLogReplacedError);
    },
  );
});
