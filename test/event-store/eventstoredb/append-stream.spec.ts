// Appends share one call: each is answered by itself, and what ends the call leaves none of them without an answer.
import { describe, expect, it } from '@jest/globals';
import { AppendTooLarge, EventStoreUnavailable, WrongExpectedVersion } from '#event-store/event-store.js';
import { openDoor } from '#test/engines/door.js';
import { comment, comments, newStream } from '../sample-events.js';
import { ids, opened, openStore, startServer, take } from './opened.js';

const names = (count: number) => Array.from({ length: count }, newStream);

describe('appends that are under way together', () => {
  it('get their own answers, in whichever order these come', async () => {
    const { server, store } = await opened();
    server.fail('slow', 7);
    const streams = names(40);
    const written = await Promise.all(
      streams.map((stream, index) => store.append(stream, comments(1 + (index % 3)), 0)),
    );
    for (const [index, { version, position }] of written.entries()) {
      const { events } = await store.read(streams[index]!);
      expect([version, position]).toEqual([1 + (index % 3), events.at(-1)!.position]);
    }
  });

  it('are not refused because others among them are', async () => {
    const server = await startServer({ maxAppendSize: 10_000 });
    const store = await openStore(server.url);
    const [taken, deleted, ...free] = names(10);
    await store.append(taken!, comments(2), 0);
    server.log.tombstone(deleted!);
    const [conflict, large, gone, ...others] = await Promise.allSettled([
      store.append(taken!, [comment()], 1),
      store.append(newStream(), [comment('x'.repeat(20_000))], 0),
      store.append(deleted!, [comment()], 0),
      ...free.map((stream) => store.append(stream, [comment()], 0)),
    ]);
    expect(conflict).toMatchObject({ reason: new WrongExpectedVersion(taken!, 1, 2) });
    expect(large).toMatchObject({ reason: expect.any(AppendTooLarge) });
    expect(gone).toMatchObject({
      reason: { name: 'StreamCut', what: 'it was deleted for good (tombstone)' },
    });
    expect(others.map(({ status }) => status)).toEqual(free.map(() => 'fulfilled'));
  });

  it('are not ended by one whose message the server does not take', async () => {
    const server = await startServer({ maxMessageSize: 2_000_000, maxAppendSize: Infinity });
    const store = await openStore(server.url);
    await store.append(newStream(), [comment()], 0);
    server.fail('slow', 9);
    const events = comments(9);
    const others = events.map((event) => store.append(newStream(), [event], 0));
    await expect(store.append(newStream(), [comment('x'.repeat(3_000_000))], 0)).rejects.toThrow(
      AppendTooLarge,
    );
    expect((await Promise.all(others)).map(({ version }) => version)).toEqual(events.map(() => 1));
    expect((await store.append(newStream(), [comment('x'.repeat(1_500_000))], 0)).version).toBe(1);
  });

  it.each(['cut mid-stream', 'answer lost', 'not leader'] as const)(
    'are all settled, each written once, where "%s" ends their call',
    async (fault) => {
      const { server, store } = await opened({ patience: 20_000, answerWithin: 5_000 });
      const events = comments(40);
      server.fail('slow', 10);
      server.fail(fault, 2);
      const written = await Promise.all(events.map((event) => store.append(newStream(), [event], 0)));
      expect(new Set(written.map(({ position }) => position)).size).toBe(40);
      expect(ids(await take(store, 40)).sort()).toEqual(ids(events).sort());
    },
  );

  it('that are not answered do not keep the others from it', async () => {
    const { server, store } = await opened({ patience: 20_000, answerWithin: 1_000 });
    server.fail('deadline', 1);
    const late = store.append(newStream(), [comment()], 0);
    await server.met();
    for (const stream of names(5)) expect((await store.append(stream, [comment()], 0)).version).toBe(1);
    expect((await late).version).toBe(1);
  });
});

describe('a connection that appends went through', () => {
  it('is made once for all of them, and closed once it was left', async () => {
    const server = await startServer();
    const door = await openDoor(server.port);
    const store = await openStore(`esdb://127.0.0.1:${door.port}?tls=false`, { patience: 10_000 });
    await Promise.all(names(20).map((stream) => store.append(stream, [comment()], 0)));
    expect(door.entered()).toBe(1);
    door.fallSilent();
    await expect(store.append(newStream(), [comment()], 0, performance.now() + 100)).rejects.toThrow(
      EventStoreUnavailable,
    );
    door.forward();
    await store.append(newStream(), [comment()], 0);
    while (door.inside() > 1) await new Promise(setImmediate);
    await store.close();
    await door.close();
  });
});
