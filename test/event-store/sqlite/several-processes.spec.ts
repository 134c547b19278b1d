// Including a process that is killed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreUnavailable, type EventStore } from '#event-store/event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { comment, comments, newStream } from '../sample-events.js';
import { compileInto, type Compiled } from './start-process.js';

let build: string;
let processes: Compiled;
let folder: string;
let path: string;
let stores: EventStore[];

function open(settings?: Parameters<typeof openSqliteEventStore>[1]): EventStore {
  const store = openSqliteEventStore(path, settings);
  stores.push(store);
  return store;
}

beforeAll(() => {
  build = mkdtempSync(join(tmpdir(), 'daybook-processes-'));
  processes = compileInto(build);
});
afterAll(() => rmSync(build, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-log-'));
  path = join(folder, 'events.db');
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true });
});

describe('several processes on one log', () => {
  it('write to one stream without losing an event, while another follows live', async () => {
    const store = open();
    const shared = newStream();
    const abort = new AbortController();
    const followed: { id: string; stream: string; position: number }[] = [];
    const following = (async () => {
      for await (const batch of store.all(0, abort.signal)) {
        followed.push(...batch);
        if (followed.length === 3 * 2 * 100) abort.abort();
      }
    })();
    const outputs = await Promise.all(
      [1, 2, 3].map(() => processes.run('append-together', path, shared, '100')),
    );
    await following;

    const results = outputs.map((output) => JSON.parse(output) as { own: string; written: string[] });
    const { events, version } = await store.read(shared);
    expect(version).toBe(300);
    expect(events.map(({ id }) => id).sort()).toEqual(results.flatMap(({ written }) => written).sort());
    for (const { own } of results) expect((await store.read(own)).version).toBe(100);
    expect(followed.map(({ position }) => position)).toEqual(
      Array.from({ length: 600 }, (_, index) => index + 1),
    );
  });

  it('make one log when they open it for the first time at the same moment', async () => {
    const shared = newStream();
    await Promise.all([1, 2, 3, 4].map(() => processes.run('append-together', path, shared, '1')));
    expect((await open().read(shared)).version).toBe(4);
  });

  it('do not stay alive only because they follow the log', async () => {
    await open().append(newStream(), comments(3), 0);
    expect(await processes.run('follow-log', path)).toBe('3\n');
  });
});

describe('a lock that another process holds', () => {
  it('is waited for, without standing still', async () => {
    const store = open();
    const stream = newStream();
    const locking = processes.start('hold-write-lock', path, '400');
    await once(locking.stdout, 'data');
    let turns = 0;
    const turning = setInterval(() => turns++, 10);
    await store.append(stream, [comment()], 0);
    clearInterval(turning);
    expect(turns).toBeGreaterThan(1);
    expect((await store.read(stream)).version).toBe(1);
  });

  it('makes the store unavailable when it lasts too long, and available again when it ends', async () => {
    const store = open({ lockTimeout: 100 });
    const stream = newStream();
    const locking = processes.start('hold-write-lock', path, '1500');
    await once(locking.stdout, 'data');
    const refused = store.append(stream, [comment()], 0);
    await expect(refused).rejects.toThrow(EventStoreUnavailable);
    await expect(refused).rejects.toThrow(/another process/);
    expect((await store.read(stream)).version).toBe(0);
    await once(locking, 'close');
    expect((await store.append(stream, [comment()], 0)).version).toBe(1);
  });
});

describe('kill -9 while it appends', () => {
  it.each([1, 2, 3])(
    'loses nothing that was acknowledged, and keeps no half append (run %i)',
    async (run) => {
      const writing = processes.start('append-forever', path);
      const acknowledged: [stream: string, position: number][] = [];
      for await (const line of createInterface(writing.stdout)) {
        const [stream, position] = line.split(' ') as [string, string];
        acknowledged.push([stream, Number(position)]);
        if (acknowledged.length === run * 150) writing.kill('SIGKILL');
      }
      const store = open();
      expect(acknowledged.length).toBeGreaterThanOrEqual(run * 150);
      for (const [stream, position] of acknowledged) {
        const { events } = await store.read(stream);
        expect(events.map((event) => [event.version, event.position])).toEqual([
          [1, position - 1],
          [2, position],
        ]);
      }
      expect((await store.head()) % 2).toBe(0);
      expect((await store.append(newStream(), [comment()], 0)).position).toBe(await store.head());
    },
  );
});
