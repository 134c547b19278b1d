import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DamagedEventError,
  EventIdTaken,
  EventStoreUnavailable,
  type EventStore,
} from '#event-store/event-store.js';
import { UnusableDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';
import { openSqliteEventStore, type SqliteSettings } from '#event-store/sqlite/sqlite-event-store.js';
import { comment, comments, newStream } from '../sample-events.js';

let folder: string;
let path: string;
let stores: EventStore[];

function open(settings?: SqliteSettings): EventStore {
  const store = openSqliteEventStore(path, settings);
  stores.push(store);
  return store;
}

async function writeSome(count = 500): Promise<void> {
  const store = open();
  await store.append('tests.Note-1', comments(count), 0);
  await store.close();
}

function change(sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-log-'));
  path = join(folder, 'deep', 'er', 'events.db');
  stores = [];
});
afterEach(async () => {
  await Promise.all(stores.map((store) => store.close()));
  rmSync(folder, { recursive: true });
});

describe('the file', () => {
  it('is made with its folder, and nothing else stays beside it after a close', async () => {
    await writeSome(1);
    expect(
      readdirSync(join(folder, 'deep', 'er')).filter(
        (name) => statSync(join(path, '..', name)).size > 0 && !name.endsWith('-shm'),
      ),
    ).toEqual(['events.db']);
  });

  it('is a write-ahead log, so that readers and the writer do not wait for each other', async () => {
    await writeSome(1);
    const database = new DatabaseSync(path);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.close();
  });

  it('lets nobody change or remove an event by accident', async () => {
    await writeSome(1);
    expect(() => change("UPDATE event SET data = '{}'")).toThrow(/an event is never changed/);
    expect(() => change('DELETE FROM event')).toThrow(/an event is never removed/);
  });

  describe('is refused, with what to do,', () => {
    it.each<[string, () => void | Promise<void>, RegExp]>([
      ['when it is empty', () => writeFileSync(path, ''), /is empty.*remove the file/],
      ['when it is text', () => writeFileSync(path, 'hello '.repeat(100)), /is no SQLite database/],
      [
        'when it is shorter than a header',
        () => writeFileSync(path, 'SQLite format 3\0'),
        /is no SQLite database/,
      ],
      ['when it is a folder', () => mkdirSync(path), /is not a file/],
      ['when it is the database of another program', () => change('CREATE TABLE a (b)'), /another program/],
      [
        'when its end is missing',
        () => writeSome().then(() => truncateSync(path, 8192)),
        /is cut off.*backup/,
      ],
      [
        'when it lacks a single byte',
        () => writeSome().then(() => truncateSync(path, statSync(path).size - 1)),
        /is cut off/,
      ],
      [
        'when a newer Daybook wrote it',
        () => writeSome().then(() => change('PRAGMA user_version = 3')),
        /format 3: a newer version.*This is Daybook \d.*formats up to 2.*Update Daybook; to go back, restore the backup/,
      ],
      [
        'when only its -wal file is there',
        () => writeFileSync(`${path}-wal`, 'x'),
        /is missing, but .*-wal is there/,
      ],
    ])('%s', async (_, prepare, message) => {
      mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
      await prepare();
      expect(open).toThrow(UnusableDatabaseFile);
      expect(open).toThrow(message);
    });

    it('and is left as it was', () => {
      mkdirSync(join(folder, 'deep', 'er'), { recursive: true });
      change('CREATE TABLE a (b)');
      const before = readFileSync(path);
      expect(open).toThrow(UnusableDatabaseFile);
      expect(readFileSync(path)).toEqual(before);
    });
  });

  it('says that it is damaged when a page in the middle is overwritten, and reads what is whole', async () => {
    await writeSome(500);
    const bytes = readFileSync(path);
    bytes.fill(0xff, Math.floor(bytes.length / 8192) * 4096, (Math.floor(bytes.length / 8192) + 2) * 4096);
    writeFileSync(path, bytes);
    const store = open();
    const reading = async () => {
      for await (const batch of store.all()) if (batch.at(-1)!.version === 500) break;
      await store.read('tests.Note-1');
    };
    await expect(reading()).rejects.toThrow(/is damaged/);
    await expect(store.head()).resolves.toBeGreaterThan(0);
  });

  it('names the event that is damaged when it is no JSON', async () => {
    await writeSome(3);
    change("DROP TRIGGER event_never_changes; UPDATE event SET data = '{\"cut' WHERE position = 2");
    const store = open();
    const reading = store.read('tests.Note-1');
    await expect(reading).rejects.toThrow(DamagedEventError);
    await expect(reading).rejects.toThrow(
      /event 2 of the log \(tests.Note-1, version 2\) is damaged: it is no JSON/,
    );
    expect((await store.read('tests.Note-1', 3)).events).toHaveLength(1);
  });
});

describe('a full disk', () => {
  it('makes the store unavailable, leaves nothing behind, and lets it work on', async () => {
    const store = open({ pageLimit: 200 });
    const stream = newStream();
    await store.append(stream, [comment()], 0);
    const head = await store.head();
    const refused = store.append(stream, [comment(), comment('x'.repeat(2_000_000)), comment()], 1);
    await expect(refused).rejects.toThrow(EventStoreUnavailable);
    await expect(refused).rejects.toThrow(/the disk is full/);
    expect(await store.head()).toBe(head);
    expect((await store.append(stream, [comment()], 1)).version).toBe(2);
  });

  it('writes none of the group that did not fit, and each of them when it is sent again', async () => {
    const store = open({ pageLimit: 200 });
    const small = Array.from({ length: 10 }, newStream);
    const events = new Map(small.map((stream) => [stream, comments(1)]));
    const big = store.append(newStream(), [comment('x'.repeat(2_000_000))], 0);
    const appends = [big, ...small.map((stream) => store.append(stream, events.get(stream)!, 0))];
    for (const append of await Promise.allSettled(appends))
      expect(append).toMatchObject({
        status: 'rejected',
        reason: expect.any(EventStoreUnavailable) as unknown,
      });
    expect(await store.head()).toBe(0);
    for (const stream of small) expect((await store.append(stream, events.get(stream)!, 0)).version).toBe(1);
  });
});

describe('appends that arrive together', () => {
  it('share one commit, also those that will be refused', async () => {
    const store = open();
    await store.append('tests.Note-1', [comment()], 0);
    const before = commits();
    const together = Array.from({ length: 32 }, () => store.append(newStream(), comments(2), 0));
    await Promise.allSettled([...together, store.append('tests.Note-1', [comment()], 0)]);
    expect(commits()).toBe(before + 1);
    expect(await store.head()).toBe(65);
  });

  it('have a commit each when they come one after another', async () => {
    const store = open();
    await store.append('tests.Note-1', [comment()], 0);
    const before = commits();
    for (let version = 1; version < 6; version++) await store.append('tests.Note-1', [comment()], version);
    expect(commits()).toBe(before + 5);
  });

  /** In the -wal file, the last frame of each commit carries the database's size (sqlite.org/fileformat2.html#walformat). */
  function commits(): number {
    const wal = readFileSync(`${path}-wal`);
    const frame = 24 + wal.readUInt32BE(8);
    let count = 0;
    for (let at = 32; at + frame <= wal.length; at += frame) {
      const current = wal.subarray(at + 8, at + 16).equals(wal.subarray(16, 24));
      if (current && wal.readUInt32BE(at + 4) > 0) count++;
    }
    return count;
  }
});

describe('an event id', () => {
  it('stands once in the log: a second append of it fails alone, and says where the first is', async () => {
    const store = open();
    const event = comment();
    await store.append('tests.Note-1', [event], 0);
    const outcomes = await Promise.allSettled([
      store.append('tests.Note-2', [comment(), event], 0),
      store.append('tests.Note-3', comments(2), 0),
      store.append('tests.Note-1', [event], 1),
    ]);
    expect(outcomes[0]).toMatchObject({ reason: expect.any(EventIdTaken) as unknown });
    expect(outcomes[1]).toMatchObject({ status: 'fulfilled', value: { version: 2 } });
    expect(outcomes[2]).toMatchObject({ reason: { id: event.id, stream: 'tests.Note-1', version: 1 } });
    expect((await store.read('tests.Note-2')).version).toBe(0);
    expect(await store.head()).toBe(3);
  });

  it('may not stand twice in one append', async () => {
    const store = open();
    const event = comment();
    await expect(store.append('tests.Note-1', [event, event], 0)).rejects.toThrow(EventIdTaken);
    expect(await store.head()).toBe(0);
  });
});

describe('memory', () => {
  it('holds a few megabytes of big events at a time, and one event whatever its size', async () => {
    const store = open();
    for (let version = 0; version < 20; version++)
      await store.append(
        'tests.Note-1',
        [comment('x'.repeat(version === 10 ? 6_000_000 : 1_000_000))],
        version,
      );
    const sizes: number[] = [];
    for await (const batch of store.all()) {
      sizes.push(batch.length);
      if (batch.at(-1)!.version === 20) break;
    }
    expect(sizes.reduce((a, b) => a + b)).toBe(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  });
});
