// A log that was replaced by an older one, on whichever engines: what was read from it is asked for again.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import {
  closeSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { join } from 'node:path';
import { isFromThisLog } from '#projections/projector/match-log-of-generation.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import type { ReadModels } from '#projections/port/read-models.js';
import { EventLogReplacedError, type EventStore } from '#event-store/event-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import {
  guardStoreAgainstReplacedLog,
  findLogLoss,
  describeLogLoss,
  LogWatch,
} from '#installation/log-watch.js';
import { HealthIssues } from '#platform/health-issues.js';
import { itWithFaults } from '../engines/empty-eventstoredb.js';
import { KINDS, newEvent, newLog, removeLogs, story, tell } from '../log-copy/logs.js';

let folder: string;
let readModels: ReadModels;
let troubles: HealthIssues;
const logs: LogWatch[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-seen-'));
  readModels = openSqliteReadModels(join(folder, 'reads'));
  troubles = new HealthIssues();
});
afterEach(async () => {
  for (const log of logs.splice(0)) log.close();
  await removeLogs();
  await readModels.close();
  rmSync(folder, { recursive: true });
});

async function seen(store: EventStore): Promise<LogWatch> {
  const log = await LogWatch.open({ store, readModels, healthIssues: troubles, log: 'this log' });
  logs.push(log);
  return log;
}

async function lastOf(store: EventStore) {
  const head = await store.head();
  for await (const batch of store.all()) {
    const last = batch.at(-1)!;
    if (last.position === head) return last;
  }
  throw new Error('the log ended');
}

async function projected(store: EventStore): Promise<void> {
  const { number } = await readModels.create('records', 1);
  const generation = await readModels.open('records', number, () => undefined);
  const { id, stream, version, position } = await lastOf(store);
  await generation.write([], position, { id, stream, version, position });
  await generation.close();
  await readModels.activate('records', number);
}

describe.each(KINDS)('a log on %s', (kind) => {
  it('has an event where it stands, and nowhere else', async () => {
    const { store } = await newLog(kind);
    await tell(store, story(7));
    const { id, stream, version, position } = await lastOf(store);
    const event = { id, stream, version, position };
    expect(await store.has(event)).toBe(true);
    const others = [
      { ...event, id: crypto.randomUUID() },
      { ...event, stream: 'tests.Note-x' },
      { ...event, version: version + 1 },
      { ...event, position: position + 1 },
    ];
    for (const other of others) expect(await store.has(other)).toBe(false);
  });

  it('that lacks what the read models have seen is refused from the start, however long it is', async () => {
    const [before, now] = [await newLog(kind), await newLog(kind)];
    const common = story(3);
    for (const { store } of [before, now]) await tell(store, common);
    await tell(before.store, story(2));
    await projected(before.store);
    expect(await findLogLoss({ store: before.store, readModels, log: 'this log' })).toBeUndefined();
    // As long as the other one, and then longer.
    for (const grown of [0, 2, 9]) {
      await tell(now.store, story(grown));
      const log = await seen(now.store);
      const store = guardStoreAgainstReplacedLog(log, now.store);
      expect(() => log.assertSameLog()).toThrow(/^An older log was put back: .*lacks event .*daybook replay/);
      expect(troubles.all()).toMatchObject([
        { severity: 'error', publicMessage: 'an older log was put back' },
      ]);
      for (const asked of [
        store.read('tests.Note-0'),
        store.append('tests.Note-9', [newEvent()], 0),
        store.head(),
        store.all()[Symbol.asyncIterator]().next(),
      ])
        await expect(asked).rejects.toThrow(EventLogReplacedError);
    }
  });
});

describe('a log on EventStoreDB whose server came back with an older one', () => {
  const replaced = async () => {
    const { store, server } = await newLog('EventStoreDB', 2_000);
    await tell(store, story(5));
    const log = await seen(store);
    return { store: guardStoreAgainstReplacedLog(log, store), server: server!.small!, log };
  };

  itWithFaults('is noticed by whoever follows it, before anything of it is handed on', async () => {
    const { store, server, log } = await replaced();
    const following = store.all()[Symbol.asyncIterator]();
    expect((await following.next()).value).toHaveLength(5);
    const next = following.next();
    await server.vanish();
    server.log.putBack(3);
    await server.comeBack();
    for (let n = 0; n < 5; n++) server.log.append('others', [stored()], 'any');
    await expect(next).rejects.toThrow(/^An older log was put back/);
    expect(() => log.assertSameLog()).toThrow(EventLogReplacedError);
  });

  itWithFaults.each(['older', 'empty'])('is noticed at the next command, where it is %s', async (what) => {
    const { store, server } = await replaced();
    const { version } = await store.append(
      'tests.Note-0',
      [newEvent()],
      (await store.read('tests.Note-0')).version,
    );
    await server.vanish();
    server.log.putBack(what === 'empty' ? 0 : 3);
    await server.comeBack();
    await expect(store.append('tests.Note-0', [newEvent()], version)).rejects.toThrow(EventLogReplacedError);
    await expect(store.append('tests.Note-1', [newEvent()], 0)).rejects.toThrow(EventLogReplacedError);
  });

  itWithFaults('is noticed after an append that it took', async () => {
    const { store, server } = await replaced();
    await store.append('tests.Note-8', [newEvent()], 0);
    await server.vanish();
    server.log.putBack(0);
    await server.comeBack();
    await expect(store.append('tests.Note-9', [newEvent()], 0)).rejects.toThrow(/put back/);
  });
});

const stored = () => ({
  id: crypto.randomUUID(),
  type: 'record.commented',
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from('{"actor":"ada"}'),
});

describe('a log in a file', () => {
  const path = () => join(folder, 'events.sqlite');
  const stores: EventStore[] = [];
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  const open = (at = path()) => {
    const store = openSqliteEventStore(at);
    stores.push(store);
    return store;
  };
  const backup = () => join(folder, 'backup.sqlite');

  async function begun(): Promise<{ store: EventStore; log: LogWatch }> {
    const first = openSqliteEventStore(path());
    await tell(first, story(3));
    await first.close();
    copyFileSync(path(), backup());
    const then = openSqliteEventStore(path());
    await tell(then, story(40));
    await then.close();
    const raw = open();
    const log = await seen(raw);
    const store = guardStoreAgainstReplacedLog(log, raw);
    await store.append('tests.Note-7', [newEvent()], 0);
    return { store, log };
  }

  const ways: readonly (readonly [string, () => void])[] = [
    ['moved into its place', () => renameSync(backup(), path())],
    [
      'moved into its place, and the files beside it were removed',
      () => {
        renameSync(backup(), path());
        for (const ending of ['-wal', '-shm']) rmSync(path() + ending);
      },
    ],
    [
      'copied into it, and the files beside it were removed',
      () => {
        copyFileSync(backup(), path());
        for (const ending of ['-wal', '-shm']) rmSync(path() + ending);
      },
    ],
    ['copied into it, and nothing else was done', () => copyFileSync(backup(), path())],
  ];

  it.each(ways)('is noticed while it is open, when an older one was %s', async (_, putBack) => {
    const { store, log } = await begun();
    await log.check();
    putBack();
    const noticed = async () => {
      for (let looks = 0; looks < 100; looks++) {
        await log.check();
        await wait(20);
      }
    };
    await expect(noticed()).rejects.toThrow(/^An older log was put back/);
    await expect(store.append('tests.Note-8', [newEvent()], 0)).rejects.toThrow(EventLogReplacedError);
    expect(log.requiresExit).toBe(true);
    // What was put back stays as it is when this process lets go.
    for (const each of stores.splice(0)) await each.close();
    cpSync(path(), join(folder, 'now.sqlite'));
    const now = open(join(folder, 'now.sqlite'));
    expect(await now.head()).toBe(3);
  });

  it('is noticed by whoever follows it, when SQLite itself has put an older one back', async () => {
    const { store } = await begun();
    const following = store.all()[Symbol.asyncIterator]();
    await following.next();
    const next = following.next();
    shorten(path(), 3);
    await expect(next).rejects.toThrow(/^An older log was put back: .* lacks event 44/);
  });

  it('whose -wal file is damaged has lost its end: the read models know', async () => {
    const { store } = await begun();
    await projected(store);
    expect(await findLogLoss({ store, readModels, log: 'this log' })).toBeUndefined();
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(path(), copy);
    copyFileSync(`${path()}-wal`, `${copy}-wal`);
    overwriteEnd(`${copy}-wal`);
    const lost = await findLogLoss({ store: open(copy), readModels, log: copy });
    expect(lost?.what).toMatch(/copy.sqlite lacks event 44 \(tests\.Note-7, version 1\)/);
  });

  it('is of the read models of a version before, unless they are further', async () => {
    const { store } = await begun();
    expect(await isFromThisLog(store, { checkpoint: 44 })).toBe(true);
    expect(await isFromThisLog(store, { checkpoint: 45 })).toBe(false);
  });
});

/** What `.restore` does, as far as others see it: one transaction. */
function shorten(path: string, to: number): void {
  const database = new DatabaseSync(path);
  database.exec(`DROP TRIGGER event_is_never_removed; DELETE FROM event WHERE position > ${to}`);
  database.close();
}

function overwriteEnd(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0x5a), 0, undefined, statSync(path).size - 4096);
  closeSync(file);
}

describe('an older log in words', () => {
  it.each([
    ['/srv/data/events.sqlite', true],
    ['esdb://events.example:2113', false],
  ])('%s: of a file beside it is spoken: %s', (log, isFile) => {
    const words = describeLogLoss({ isChanged: false, what: 'it lacks event 7.' }, log);
    expect(words).toContain('An older log was put back: it lacks event 7. ');
    expect(words.includes('-wal')).toBe(isFile);
  });
});
