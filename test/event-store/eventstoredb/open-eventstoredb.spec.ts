// Errors have a remedy and never a password.
import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openEventStoreDb } from '#event-store/eventstoredb/eventstoredb-event-store.js';
import { EventStoreUnavailable, EventStoreUnusable } from '#event-store/event-store.js';
import { probeClusterNode } from '#event-store/eventstoredb/probe-cluster-node.js';
import { startUnreachableHost } from '#test/engines/unreachable-host.js';
import { proposedBy } from '#test/engines/eventstoredb/foreign-events.js';
import { comment, comments, newStream } from '../sample-events.js';
import { openStore, persistently, SOON_AGAIN, startServer, take } from './open-test-store.js';

const failureOf = async (opening: Promise<unknown>): Promise<Error> =>
  opening.then(
    () => new Error('it was opened'),
    (error: Error) => error,
  );

describe('an address', () => {
  it.each(['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:'])(
    'may begin with %s',
    async (scheme) => {
      const server = await startServer();
      const store = await openStore(server.url.replace('kurrentdb:', scheme));
      expect(await store.append(newStream(), [comment()], 0)).toMatchObject({ version: 1 });
      expect((await take(store, 1))[0]!.version).toBe(1);
    },
  );

  it('may name several nodes, and options', async () => {
    const server = await startServer();
    const host = `127.0.0.1:${server.port}`;
    const store = await openStore(`esdb://ada:ge%20heim@${host},${host}/?TLS=false&nodePreference=leader`);
    expect(await store.head()).toBe(0);
  });

  it.each([
    ['http://localhost:2113', /written esdb:\/\//],
    ['mongodb://localhost', /written esdb:\/\//],
    ['esdb://', /written esdb:\/\//],
    ['esdb://localhost:2113/daybook', /written esdb:\/\//],
    ['esdb://localhost:port', /./],
    ['esdb://localhost?tsl=false', /option tsl is not one of tls,/],
    ['esdb://localhost?tls=perhaps', /./],
    ['esdb://localhost?tls', /option tls has no value/],
    ['esdb://localhost?gossipTimeout=5', /option gossipTimeout/],
    ['esdb://ada:ge%heim@localhost', /%25/],
    ['esdb://ada:geheim@localhost?tlsCAFile=/there/is/none', /certificate/],
    ['esdb://ada:geheim@localhost:99999999?tls=false', /./],
  ])('that is wrong is refused: %s', async (url, what) => {
    const failure = await failureOf(openEventStoreDb(url, { openWithin: 300 }));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(what);
    expect(failure.message).not.toMatch(/ada|heim/);
  });
});

describe('a server', () => {
  it('that is unreachable is refused after a while', async () => {
    const server = await startServer();
    await server.vanish();
    const url = server.url.replace('//', '//ada:geheim@');
    const failure = await failureOf(openEventStoreDb(url, { openWithin: 400 }));
    expect(failure).toBeInstanceOf(EventStoreUnavailable);
    expect(failure.message).toMatch(/cannot be reached \(.*ECONNREFUSED.*\)\. Check that it runs/);
    expect(failure.message).not.toMatch(/ada|geheim/);
  });

  it('that starts meanwhile is used', async () => {
    const server = await startServer();
    await server.vanish();
    const opening = openStore(server.url, { openWithin: 5_000 });
    await pause(300);
    await server.comeBack();
    expect(await (await opening).head()).toBe(0);
  });

  it('that never answers is refused', async () => {
    const server = await startServer();
    server.fail('deadline');
    const opening = openEventStoreDb(server.url, { openWithin: 400, answerWithin: 100, retryFor: 300 });
    expect(await failureOf(opening)).toBeInstanceOf(EventStoreUnavailable);
  });

  it('that wants another name and password is refused at once', async () => {
    const server = await startServer({ credentials: 'ada:geheim' });
    const failure = await failureOf(openEventStoreDb(server.url));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(/wants a name and a password\. Write them into DAYBOOK_EVENTS as/);
  });

  it('that speaks TLS is given name and password, and takes no others', async () => {
    const server = await startServer({ tls: true, credentials: 'ada:geheim % @' });
    const as = (name: string) => server.url.replace('//', `//${name}@`);
    const store = await openStore(as('ada:geheim%20%25%20%40'));
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    expect((await store.read(stream)).version).toBe(1);
    expect(await take(store, 1)).toHaveLength(1);
    for (const url of [as('ada:wrong'), server.url]) {
      const failure = await failureOf(openEventStoreDb(url));
      expect(failure).toBeInstanceOf(EventStoreUnusable);
      expect(failure.message).not.toMatch(/geheim|wrong/);
    }
  });

  // See test/cli/tls-by-address.spec.ts for Node's warning.
  it('that speaks TLS may be named by its address', async () => {
    const server = await startServer({ tls: true });
    const address = server.url.replace('localhost', '127.0.0.1');
    for (const url of [address, address.replace(/\?.*/, '?tlsVerifyCert=false')])
      expect(await (await openStore(url)).append(newStream(), [comment()], 0)).toMatchObject({ version: 1 });
    const failure = await failureOf(openEventStoreDb(address.replace(/\?.*/, ''), { openWithin: 300 }));
    expect(failure.message).toMatch(/whether it speaks TLS: name the authority of its certificate/);
  });

  it.each(['deadline', 'not leader', 'cut mid-stream'] as const)(
    'that meets “%s” is told of in words that are nobody’s class names',
    async (fault) => {
      const server = await startServer();
      const store = await openStore(server.url, { retryFor: 300, answerWithin: 100 });
      const stream = newStream();
      await persistently(() => store.append(stream, [comment()], 0));
      server.fail(fault);
      const asked = [store.read(stream), store.append(stream, [comment()], 1), store.head()];
      for (const each of await Promise.allSettled(asked)) {
        // An event received before the cut already answers the search for the log's end.
        if (each.status === 'fulfilled' && fault === 'cut mid-stream') continue;
        const { message } = (each as PromiseRejectedResult).reason as Error;
        expect(message).toMatch(/^EventStoreDB at \S+ does not answer \(/);
        expect(message).not.toMatch(/Error|Endpoint|\{|UNAVAILABLE|DEADLINE|RST_STREAM|::/);
      }
    },
  );

  it('that speaks no TLS is not reached with it, in words', async () => {
    const server = await startServer();
    const failure = await failureOf(openEventStoreDb(`esdb://127.0.0.1:${server.port}`, { openWithin: 600 }));
    expect(failure.message).toMatch(/\(what it answers is not TLS\)\..* add \?tls=false\.$/);
  });

  it('that speaks TLS is not reached without, and is not believed without its certificate', async () => {
    const server = await startServer({ tls: true });
    for (const option of ['?tls=false', '']) {
      const failure = await failureOf(
        openEventStoreDb(server.url.replace(/\?.*/, option), { openWithin: 300 }),
      );
      expect(failure).toBeInstanceOf(EventStoreUnavailable);
      expect(failure.message).toMatch(option ? /leave \?tls=false out/ : /tlsCAFile=PATH/);
      expect(failure.message).not.toContain('Failed to connect');
    }
  });

  it('that is no EventStoreDB is refused in words', async () => {
    const web = createServer().on('stream', (stream: ServerHttp2Stream) => {
      stream.respond({ ':status': 404 });
      stream.end();
    });
    await once(web.listen(0, '127.0.0.1'), 'listening');
    const { port } = web.address() as AddressInfo;
    const failure = await failureOf(openEventStoreDb(`esdb://127.0.0.1:${port}?tls=false`));
    web.close();
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toBe(
      `EventStoreDB at esdb://127.0.0.1:${port}?tls=false cannot be used (it answers as a web server does, with status 404). ` +
        'Check that host and port are those of an EventStoreDB or KurrentDB, of version 23.10 or later.',
    );
  });

  it('that refuses what the start tries is refused in words', async () => {
    const server = await startServer();
    server.log.tombstone('daybook.rights');
    const failure = await failureOf(openEventStoreDb(server.url));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(/cannot be used \(Event stream 'daybook\.rights' is deleted\)/);
  });

  it('that does not tell positions is too old', async () => {
    const server = await startServer({ withoutPositions: true });
    server.log.append('x', [proposedBy('record.commented', {}, comment().metadata)], -1);
    const failure = await failureOf(openEventStoreDb(server.url));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(/needs version 23\.10 or later/);
  });

  it('whose last event is damaged is refused with its place, and not as one that is away', async () => {
    const server = await startServer();
    const store = await openStore(server.url);
    const { position } = await store.append('tests.Note-broken', comments(2), 0);
    (server.log.events.at(-1) as { data: Uint8Array }).data = Buffer.from('{"half');
    const failure = await failureOf(openEventStoreDb(server.url, { openWithin: 300 }));
    expect(failure).toMatchObject({
      name: 'DamagedEvent',
      place: { position, stream: 'tests.Note-broken', version: 2 },
    });
    expect(failure.message).not.toMatch(/cannot be reached|TLS/);
  });

  it('whose positions are beyond what Daybook can count is refused', async () => {
    const server = await startServer({ firstPosition: 2 ** 53 });
    const store = await openStore(server.url);
    await expect(store.append(newStream(), [comment()], 0)).rejects.toThrow(/daybook copy/);
    const failure = await failureOf(openEventStoreDb(server.url));
    expect(failure).toBeInstanceOf(EventStoreUnusable);
    expect(failure.message).toMatch(/counts to 9007199254740991/);
  });
});

describe('a cluster', () => {
  it('of which a node is without power is reached without waiting for that one', async () => {
    const server = await startServer();
    const dead = await startUnreachableHost();
    try {
      const url = `esdb://127.0.0.1:${dead.port},127.0.0.1:${server.port}?tls=false`;
      const first = await Promise.race([
        openStore(url).then(() => 'opened'),
        probeClusterNode({ host: '127.0.0.1', port: dead.port }).catch((error: Error) => error.message),
      ]);
      expect(first).toBe('opened');
    } finally {
      dead.close();
    }
  });

  it('whose certificates are not believed is refused with how to have them believed', async () => {
    const server = await startServer({ tls: true });
    const host = `localhost:${server.port}`;
    const failure = await failureOf(openEventStoreDb(`esdb://${host},${host}`, { openWithin: 2_000 }));
    expect(failure).toBeInstanceOf(EventStoreUnavailable);
    expect(failure.message).toMatch(
      /if it does, name the authority of its certificate with \?tlsCAFile=PATH/,
    );
  });

  it('of which every node is without power is waited for no longer than it was said', async () => {
    const dead = await startUnreachableHost();
    try {
      const url = `esdb://127.0.0.1:${dead.port},127.0.0.1:${dead.port}?tls=false`;
      const first = await Promise.race([
        probeClusterNode({ host: '127.0.0.1', port: dead.port }).catch(() => 'the knock has ended'),
        failureOf(openEventStoreDb(url, { openWithin: 300 })),
      ]);
      expect(first).toBeInstanceOf(EventStoreUnavailable);
    } finally {
      dead.close();
    }
  });

  it('is followed to its leader, also when that changes', async () => {
    const nodes = [await startServer()];
    let leader = 0;
    const { log } = nodes[0]!;
    const leaderPort = () => nodes[leader]!.port;
    nodes[0] = await startServer({ log, leader: leaderPort });
    nodes.push(await startServer({ log, leader: leaderPort }));
    const seeds = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const store = await openStore(`esdb://${seeds}?tls=false`, { retryFor: 30_000 });
    const stream = newStream();
    const following = take(store, 4);
    await store.append(stream, [comment()], 0);
    leader = 1;
    await store.append(stream, [comment()], 1);
    expect((await store.read(stream)).version).toBe(2);
    // The leader dies, and the other node takes over.
    await nodes[1]!.vanish();
    leader = 0;
    expect((await store.append(stream, comments(2), 2)).version).toBe(4);
    expect((await store.read(stream)).version).toBe(4);
    expect((await following).map(({ version }) => version)).toEqual([1, 2, 3, 4]);
  });

  it('whose leader falls silent is asked for another one, and that one is believed', async () => {
    const first = await startServer();
    const { log } = first;
    let leader = 0;
    const ports: number[] = [];
    const nodes = [
      await startServer({ log, leader: () => ports[leader]! }),
      await startServer({ log, leader: () => ports[leader]! }),
    ];
    ports.push(...nodes.map(({ port }) => port));
    const seeds = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const store = await openStore(`esdb://${seeds}?tls=false`, SOON_AGAIN);
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    // It still claims to lead, as a frozen node does for a while.
    nodes[0]!.fail('deadline');
    const [appended, read] = [store.append(stream, [comment()], 1), store.read(stream)];
    await pause(400);
    leader = 1;
    expect((await appended).version).toBe(2);
    expect((await read).version).toBeGreaterThan(0);
    expect((await store.read(stream)).version).toBe(2);
  });

  it('loses no append of a leader that dies and is still named for a while, and its followers go on', async () => {
    const { log } = await startServer();
    let leader = 0;
    const ports: number[] = [];
    const settings = { log, leader: () => ports[leader]! };
    const nodes = [await startServer(settings), await startServer(settings), await startServer(settings)];
    ports.push(...nodes.map(({ port }) => port));
    const url = `esdb://${ports.map((port) => `127.0.0.1:${port}`).join(',')}?tls=false`;
    const store = await openStore(url, SOON_AGAIN);
    const following = take(await openStore(url, SOON_AGAIN), 30);
    await store.append(newStream(), [comment()], 0);
    nodes[0]!.fail('slow', 29);
    const appends = Array.from({ length: 29 }, () => store.append(newStream(), [comment()], 0));
    await nodes[0]!.met();
    await nodes[0]!.vanish();
    await pause(300);
    leader = 1;
    expect((await Promise.all(appends)).map(({ version }) => version)).toEqual(Array(29).fill(1));
    expect(new Set((await following).map(({ id }) => id)).size).toBe(30);
  });
});
