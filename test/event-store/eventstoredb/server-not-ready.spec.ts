import { describe, expect, it } from '@jest/globals';
import { comment, newStream } from '../sample-events.js';
import { ids, opened, openStore, startServer } from './open-test-store.js';

describe('given a server that is not ready', () => {
  it('when it is opened, then opening is retried until it is ready', async () => {
    const server = await startServer();
    server.fail('not ready', 3);
    const store = await openStore(server.url);
    await server.met();
    expect((await store.append(newStream(), [comment()], 0)).version).toBe(1);
  });

  it('when it is read, then reading is retried until it is ready', async () => {
    const { server, store } = await opened();
    const stream = newStream();
    const event = comment();
    await store.append(stream, [event], 0);
    for (const ask of [() => store.read(stream), () => store.head()]) {
      server.fail('not ready', 2);
      await ask();
      await server.met();
    }
    expect(ids((await store.read(stream)).events)).toEqual([event.id]);
  });
});
