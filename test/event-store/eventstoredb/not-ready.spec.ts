// A server that is there and cannot answer just now is asked again through the same connection: another one would hear the same.
import { afterEach, describe, expect, it } from '@jest/globals';
import { openDoor, type Door } from '#test/engines/door.js';
import { comment, newStream } from '../sample-events.js';
import { ids, openStore, startServer, take } from './opened.js';

let door: Door;
afterEach(() => door.close());

async function notReady(times: number) {
  const server = await startServer();
  door = await openDoor(server.port);
  server.fail('not ready', times);
  const store = await openStore(`esdb://127.0.0.1:${door.port}?tls=false`);
  return { server, store };
}

describe('given a server that is not ready', () => {
  it('when it is opened, then it is asked again until it is, through one connection', async () => {
    const { server } = await notReady(3);
    await server.met();
    expect(door.entered()).toBe(1);
  });

  it('when it is read and followed, then so it is', async () => {
    const { server, store } = await notReady(0);
    const stream = newStream();
    const event = comment();
    await store.append(stream, [event], 0);
    const before = door.entered();
    for (const ask of [() => store.read(stream), () => store.head(), () => take(store, 1)]) {
      server.fail('not ready', 2);
      await ask();
      await server.met();
    }
    expect(ids((await store.read(stream)).events)).toEqual([event.id]);
    expect(door.entered()).toBe(before);
  });
});
