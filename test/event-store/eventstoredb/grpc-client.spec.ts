// Assumptions about the official client beyond its public API: check these when updating it.
import { afterEach, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseConnectionString } from '#event-store/eventstoredb/connection-string.js';
import { ServerConnection } from '#event-store/eventstoredb/server-connection.js';
import { openTcpProxy, type TcpProxy } from '#test/engines/tcp-proxy.js';
import { comment, newStream } from '../sample-events.js';
import { startServer } from './open-test-store.js';

const doors: TcpProxy[] = [];
const connections: ServerConnection[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) connection.close();
  for (const door of doors.splice(0)) await door.close();
});

async function connected(settings: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer(settings);
  const door = await openTcpProxy(server.port);
  doors.push(door);
  return { server, door, connection: connectTo(`esdb://127.0.0.1:${door.port}?tls=false`) };
}

function connectTo(url: string): ServerConnection {
  const connection = new ServerConnection(parseConnectionString(url));
  connections.push(connection);
  return connection;
}

const append = (connection: ServerConnection, stream = newStream(), text = 'hello') =>
  connection.append({ stream, expected: -1, events: [comment(text)], isSmall: true }, 2_000);

/** Unhandled rejections. */
async function rejectionsDuring(work: () => Promise<void>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  try {
    await work();
    await pause(50);
  } finally {
    process.off('unhandledRejection', note);
  }
  return unhandled;
}

async function becomes(count: () => number, wanted: number): Promise<void> {
  for (let left = 300; count() !== wanted && left > 0; left--) await pause(10);
  expect(count()).toBe(wanted);
}

describe('the package', () => {
  it('is the version for which this was tried, and no other', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    expect(dependencies['@eventstore/db-client']).toBe('6.2.1');
  });
});

describe('given a connection that appends', () => {
  it('when its appends are small, then they share one call', async () => {
    const { connection, server } = await connected();
    const answers = await Promise.all([append(connection), append(connection)]);
    expect(answers.map(({ isWritten }) => isWritten)).toEqual([true, true]);
    expect((await append(connection)).isWritten).toBe(true);
    expect(server.appendCalls()).toEqual({ own: 0, shared: 1 });
  });

  it('when an append is not small, then it is a call of its own', async () => {
    const { connection, server } = await connected();
    const sent = { stream: newStream(), expected: -1, events: [comment()] };
    expect((await connection.append(sent, 2_000)).isWritten).toBe(true);
    expect(server.appendCalls()).toEqual({ own: 1, shared: 0 });
  });

  it('when the stream is elsewhere, then the answer says where', async () => {
    const { connection } = await connected();
    const stream = newStream();
    await append(connection, stream);
    expect(await append(connection, stream)).toEqual({ isWritten: false, revision: 0, position: undefined });
    const sent = { stream: newStream(), expected: 7, events: [comment()], isSmall: true };
    expect(await connection.append(sent, 2_000)).toMatchObject({ isWritten: false, revision: -1 });
  });

  it('when a shared append is refused, then a call of its own is told why, and the others go on', async () => {
    const { connection, server } = await connected();
    server.forbid('write', 'tests.Note-locked');
    const [refused, written] = await Promise.allSettled([
      append(connection, 'tests.Note-locked'),
      append(connection),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'AccessDenied' } });
    expect(written).toMatchObject({ status: 'fulfilled', value: { isWritten: true } });
    expect(server.appendCalls()).toEqual({ own: 1, shared: 1 });
  });

  it('when the call breaks while fifty appends wait to be sent, then each of them fails, and nothing else does', async () => {
    const { connection, door } = await connected();
    await append(connection);
    door.fallSilent();
    const unhandled = await rejectionsDuring(async () => {
      const large = Array.from({ length: 50 }, () => append(connection, newStream(), 'x'.repeat(30_000)));
      await pause(200);
      await door.shut();
      const failed = await Promise.allSettled(large);
      expect(new Set(failed.map(({ status }) => status))).toEqual(new Set(['rejected']));
    });
    expect(unhandled).toEqual([]);
  });
});

describe('given two connections that append', () => {
  it('when the first one shares a call, then the second one does not, until the first is left', async () => {
    const { connection, server } = await connected();
    const other = connectTo(server.url);
    await append(connection);
    await append(other);
    expect(server.appendCalls()).toEqual({ own: 1, shared: 1 });
    const following = connection.follow(0);
    connection.retire();
    await pause(50);
    await append(other);
    expect(server.appendCalls()).toEqual({ own: 1, shared: 2 });
    await following.cancel();
  });

  it('when the first one is left with appends under way, then these are answered before the second one shares', async () => {
    const { connection, server } = await connected();
    const other = connectTo(server.url);
    await append(connection);
    server.fail('slow', 1);
    const underWay = append(connection);
    connection.retire();
    await append(other);
    expect((await underWay).isWritten).toBe(true);
    expect(server.appendCalls()).toEqual({ own: 1, shared: 1 });
    await pause(50);
    await append(other);
    expect(server.appendCalls()).toEqual({ own: 1, shared: 2 });
  });

  it('when the first one breaks again and again, then nothing of the second one is lost', async () => {
    const { connection, door, server } = await connected();
    const other = connectTo(server.url);
    const unhandled = await rejectionsDuring(async () => {
      for (let round = 0; round < 10; round++) {
        const asked = Array.from({ length: 20 }, () => append(connection));
        const others = Array.from({ length: 20 }, () => append(other));
        door.cut();
        await Promise.allSettled(asked);
        const written = await Promise.all(others);
        expect(written.every(({ isWritten }) => isWritten)).toBe(true);
      }
    });
    expect(unhandled).toEqual([]);
  });
});

describe('given a connection in use', () => {
  it('when it is closed, then its socket is, too', async () => {
    const { connection, door } = await connected();
    await append(connection);
    await becomes(door.inside, 1);
    connection.close();
    await becomes(door.inside, 0);
  });

  it('when it is closed, then every call through it fails at once, and says that it is closed', async () => {
    const { connection, server } = await connected();
    await append(connection);
    connection.close();
    const calls = [
      () => append(connection),
      () => connection.append({ stream: newStream(), expected: -1, events: [comment()] }, 2_000),
      () => connection.readStream('x', { from: 0 }, 2_000),
      async () => connection.follow(0),
    ];
    for (const call of calls) await expect(call()).rejects.toThrow('the connection is closed');
    expect(server.appendCalls()).toEqual({ own: 0, shared: 1 });
  });

  // An unhandled rejection would end the process; here it fails the test.
  it.each([1, 2, 3, 10])(
    'when it is closed after %i steps of its first append, then that fails, and nothing else does',
    async (steps) => {
      const { connection } = await connected();
      const sent = { stream: newStream(), expected: -1, events: [comment()] };
      const asked = Promise.allSettled([connection.append(sent, 2_000)]);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      connection.close();
      expect(await asked).toMatchObject([
        { status: 'rejected', reason: { message: 'the connection is closed' } },
      ]);
      await pause(50);
    },
  );

  it('when another one is made to the same server, then each has a socket of its own', async () => {
    const { connection, door } = await connected();
    const other = connectTo(`esdb://127.0.0.1:${door.port}?tls=false`);
    await Promise.all([append(connection), append(other)]);
    await becomes(door.inside, 2);
  });

  it('when it is left, then it is closed once what is under way has ended', async () => {
    const { connection, door, server } = await connected();
    await append(connection);
    server.fail('slow', 1);
    const underWay = append(connection);
    connection.retire();
    expect((await underWay).isWritten).toBe(true);
    await becomes(door.inside, 0);
  });

  it('when the server dies and comes back after it was closed, then no connection is made', async () => {
    const { connection, door } = await connected();
    await append(connection);
    await door.shut();
    const asked = await Promise.allSettled([append(connection), append(connection)]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    connection.close();
    const before = door.entered();
    await door.reopen();
    await pause(2_500);
    expect([door.inside(), door.entered() - before <= 1]).toEqual([0, true]);
  });
});

describe('given two connections of which one is broken', () => {
  it('when the other one appends, then it is not disturbed', async () => {
    const { connection, door, server } = await connected();
    const other = connectTo(server.url);
    await Promise.all([append(connection), append(other)]);
    server.fail('slow', 1);
    const underWay = append(other);
    door.cut();
    expect((await underWay).isWritten).toBe(true);
  });
});

describe('given a cluster of which no seed answers', () => {
  it('when it is asked, then it fails in our words, and nothing else does', async () => {
    const unreachable = connectTo('esdb://127.0.0.1:1,127.0.0.1:2?tls=false');
    const unhandled = await rejectionsDuring(() =>
      expect(append(unreachable)).rejects.toThrow('no node of the cluster says who leads it'),
    );
    expect(unhandled).toEqual([]);
  });
});
