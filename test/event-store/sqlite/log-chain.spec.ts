// Manipulations by an account with write access, and what `status` reports.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import fc from 'fast-check';
import type { RecordedEvent } from '#domain/event.js';
import { createEventCodec, NO_UPCASTERS } from '#event-store/event-codec.js';
import { DamagedEventError, EventIdTaken, toRecordedEventReference } from '#event-store/event-store.js';
import { FIRST_CHAIN_LINK, hashEventLog } from '#event-store/log-hash-chain.js';
import { checkLogFile } from '#event-store/sqlite/check-log-file.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { comments } from '../sample-events.js';
import { asVersion1 } from './downgrade-log-file.js';
import { numRuns } from '#test/property-runs.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-chain-'));
  path = join(folder, 'events.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const EVENTS = 8;
const STREAM = 'tests.Note-1';

async function append(stream: string, count: number, at = 0): Promise<void> {
  const store = openSqliteEventStore(path);
  await store.append(stream, comments(count), at);
  await store.close();
}

/** As with SQLite's shell. */
function forge(change: (database: DatabaseSyncInstance) => void): void {
  const database = new DatabaseSync(path);
  for (const trigger of ['event_never_changes', 'event_is_never_removed', 'chain_never_changes'])
    database.exec(`DROP TRIGGER IF EXISTS ${trigger}`);
  change(database);
  database.close();
}

type StoredRow = Readonly<Record<string, string | number | null>>;

const rowAt = (database: DatabaseSyncInstance, position: number) =>
  database.prepare('SELECT * FROM event WHERE position = ?').get(position) as StoredRow;

const recomputedLink = (before: string, { stream, version, id, type, data, metadata }: StoredRow) =>
  createHash('sha256').update([before, stream, version, id, type, data, metadata].join('\n')).digest('hex');

const setData = (database: DatabaseSyncInstance, position: number) =>
  database.prepare(`UPDATE event SET data = '{"text":"forged"}' WHERE position = ?`).run(position);

const CHANGES: Readonly<Record<string, (database: DatabaseSyncInstance, position: number) => void>> = {
  'an event is edited': setData,
  'an event is edited, and its link removed': (database, position) => {
    setData(database, position);
    database.prepare('UPDATE event SET link = NULL WHERE position = ?').run(position);
  },
  'an event is edited, and its link made anew': (database, position) => {
    setData(database, position);
    const link = recomputedLink(String(rowAt(database, position - 1)['link']), rowAt(database, position));
    database.prepare('UPDATE event SET link = ? WHERE position = ?').run(link, position);
  },
  'what two events say is swapped': (database, position) => {
    const [one, other] = [rowAt(database, position), rowAt(database, position + 1)];
    const set = database.prepare('UPDATE event SET data = ?, metadata = ?, id = ? WHERE position = ?');
    set.run(one['data']!, one['metadata']!, 'for a moment', position + 1);
    set.run(other['data']!, other['metadata']!, other['id']!, position);
    database.prepare('UPDATE event SET id = ? WHERE position = ?').run(one['id']!, position + 1);
  },
  'two events are swapped with their links': (database, position) => {
    const move = database.prepare('UPDATE event SET position = ? WHERE position = ?');
    move.run(-1, position);
    move.run(position, position + 1);
    move.run(position + 1, -1);
  },
  'an event is removed, and the ones after it moved up': (database, position) => {
    database.prepare('DELETE FROM event WHERE position = ?').run(position);
    for (let at = position + 1; at <= EVENTS; at++)
      database.prepare('UPDATE event SET position = ? WHERE position = ?').run(at - 1, at);
  },
  'events are removed from the middle': (database, position) => {
    database.prepare('DELETE FROM event WHERE position IN (?, ?)').run(position, position + 1);
  },
};

describe('given a log of this version', () => {
  for (const [what, change] of Object.entries(CHANGES))
    it(`when ${what}, then it is damaged, wherever that was`, async () => {
      await append(STREAM, EVENTS);
      expect(checkLogFile(path).issue).toBeUndefined();
      forge((database) => change(database, 2 + Math.floor(Math.random() * (EVENTS - 4))));
      expect(checkLogFile(path).issue).toMatchObject({ key: 'log', severity: 'error' });
    });

  it('when an event is edited with its link removed, then its stream cannot be read either', async () => {
    await append(STREAM, EVENTS);
    forge((database) => CHANGES['an event is edited, and its link removed']!(database, 3));
    const store = openSqliteEventStore(path);
    await expect(store.read(STREAM)).rejects.toThrow(DamagedEventError);
    await store.close();
  });

  it('when what says where the chain begins is moved, then it is damaged', async () => {
    await append(STREAM, EVENTS);
    forge((database) => {
      setData(database, 2);
      database.exec('UPDATE event SET link = NULL WHERE position <= 3');
      database.prepare('UPDATE chain SET position = 3, link = ?').run(String(rowAt(database, 4)['link']));
    });
    expect(checkLogFile(path).issue).toMatchObject({ severity: 'error' });
  });

  it('when all is made anew as if a version before had written it, then the last event that was seen is another one', async () => {
    await append(STREAM, EVENTS);
    const seen = openSqliteEventStore(path);
    const { value: batch } = await seen.all(0)[Symbol.asyncIterator]().next();
    await seen.close();
    const last = toRecordedEventReference((batch as readonly RecordedEvent[]).at(-1)!);
    forge((database) => {
      setData(database, 2);
      let link = FIRST_CHAIN_LINK;
      for (let position = 1; position <= EVENTS; position++)
        link = recomputedLink(link, rowAt(database, position));
      database.exec('UPDATE event SET link = NULL');
      database.prepare('UPDATE chain SET position = ?, link = ?').run(EVENTS, link);
    });
    const store = openSqliteEventStore(path);
    expect(await store.has(last)).toBe(false);
    await store.close();
  });

  for (const removed of ['DELETE FROM chain', 'DROP TABLE chain'])
    it(`when what says where the chain begins is removed (${removed}), then an edited event is named`, async () => {
      await append(STREAM, EVENTS);
      forge((database) => {
        setData(database, 2);
        database.exec(`DROP TRIGGER IF EXISTS chain_is_never_removed; ${removed}`);
      });
      const store = openSqliteEventStore(path);
      await expect(store.read(STREAM)).rejects.toThrow(DamagedEventError);
      await store.close();
    });

  for (const [change, named] of [
    ['PRAGMA user_version = 0', 'the number of its format (user_version) is 0 instead of 2'],
    ['DROP TRIGGER event_never_changes', 'the trigger event_never_changes is gone'],
    ['DROP TRIGGER event_has_link', 'the trigger event_has_link is gone'],
    ['DROP INDEX event_id', 'the index event_id is gone'],
    [
      'DROP TRIGGER event_is_never_removed; CREATE TRIGGER event_is_never_removed BEFORE DELETE ON event BEGIN SELECT 1; END',
      'the trigger event_is_never_removed is another',
    ],
    ['CREATE TRIGGER helper AFTER INSERT ON event BEGIN SELECT 1; END', 'the trigger helper was added'],
  ] as const)
    it(`when what protects it is changed (${change}), then that is named, and its events are whole`, async () => {
      await append(STREAM, EVENTS);
      expect(checkLogFile(path).unprotected).toBeUndefined();
      const database = new DatabaseSync(path);
      database.exec(change);
      database.close();
      const found = checkLogFile(path);
      expect(found).toMatchObject({ issue: undefined, hashes: { whole: { events: EVENTS } } });
      expect(found.unprotected).toMatchObject({
        severity: 'warning',
        adminMessage: expect.stringContaining(`: ${named}. Its events`),
      });
    });

  for (const removed of ['DELETE FROM chain', 'DROP TABLE chain'])
    it(`when what says where the chain begins is removed and nothing else (${removed}), then that is named`, async () => {
      await append(STREAM, EVENTS);
      forge((database) => database.exec(`DROP TRIGGER chain_is_never_removed; ${removed}`));
      expect(checkLogFile(path).issue).toMatchObject({
        severity: 'error',
        adminMessage: expect.stringContaining('what says where the chain of links begins is gone'),
      });
    });

  it('when the last link is removed, then nothing is written after it', async () => {
    await append(STREAM, EVENTS);
    forge((database) => database.exec(`UPDATE event SET link = NULL WHERE position = ${EVENTS}`));
    const store = openSqliteEventStore(path);
    await expect(store.append('tests.Note-2', comments(1), 0)).rejects.toThrow(/its link is missing/);
    await store.close();
  });

  it('when appends fail between others, then the chain goes on from the last one that was written', async () => {
    const store = openSqliteEventStore(path);
    const taken = comments(2);
    await store.append(STREAM, taken, 0);
    const together = [
      store.append('tests.Note-2', comments(2), 0),
      store.append('tests.Note-3', [comments(1)[0]!, taken[0]!], 0),
      store.append('tests.Note-4', comments(3), 0),
    ];
    const outcomes = await Promise.allSettled(together);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(EventIdTaken);
    await store.close();
    expect(checkLogFile(path)).toMatchObject({ issue: undefined, hashes: { whole: { events: 7 } } });
  });

  it('when several processes’ stores write in turn, then the chain is one', async () => {
    const [one, other] = [openSqliteEventStore(path), openSqliteEventStore(path)];
    for (let version = 0; version < 4; version++) {
      await one.append('tests.Note-1', comments(1), version);
      await other.append('tests.Note-2', comments(2), version * 2);
    }
    await one.close();
    await other.close();
    expect(checkLogFile(path).issue).toBeUndefined();
  });
});

describe.each([
  { name: 'with checksums from its beginning on', checksumsFrom: 1 },
  { name: 'with checksums from its middle on', checksumsFrom: 4 },
  { name: 'without checksums', checksumsFrom: Infinity },
])('given a log of the version before links, $name', ({ checksumsFrom }) => {
  beforeEach(async () => {
    await append(STREAM, EVENTS);
    asVersion1(path, { checksumsFrom });
  });

  const rows = () => {
    const database = new DatabaseSync(path);
    const found = database
      .prepare('SELECT position, stream, version, id, type, data, metadata FROM event')
      .all();
    database.close();
    return found;
  };

  it('when it is opened and written, then its events stay as they are, and the hash is that of the whole', async () => {
    const before = rows();
    const hashBefore = checkLogFile(path).hashes?.whole;
    expect(hashBefore).toMatchObject({ events: EVENTS });
    await append('tests.Note-2', 2);
    expect(rows().slice(0, EVENTS)).toEqual(before);
    const { issue: trouble, unprotected, hashes } = checkLogFile(path, { requestedEvents: EVENTS });
    expect([trouble, unprotected]).toEqual([undefined, undefined]);
    expect(hashes).toMatchObject({ whole: { events: EVENTS + 2 }, requested: hashBefore });
  });

  it('when one of its events is edited after the chain has begun, then it is damaged', async () => {
    await append('tests.Note-2', 1);
    forge((database) => {
      setData(database, 5);
      const { stream, version, id, type, data, metadata, checksum } = rowAt(database, 5);
      const crc = crc32([stream, version, id, type, data, metadata].join('\n'));
      if (checksum !== null) database.prepare('UPDATE event SET checksum = ? WHERE position = 5').run(crc);
    });
    expect(checkLogFile(path).issue?.adminMessage).toMatch(
      /the first 8 events are not those after which the chain/,
    );
  });

  it('when its end is cut off up to before the chain, then it is damaged', async () => {
    await append('tests.Note-2', 1);
    forge((database) => database.exec('DELETE FROM event WHERE position > 6'));
    expect(checkLogFile(path).issue?.adminMessage).toMatch(/events 7 to 8 are missing/);
  });
});

describe('given a log of the version before links whose checksum somebody has removed', () => {
  it('when it is checked, then an event without a checksum after the first one with is damage', async () => {
    await append(STREAM, EVENTS);
    asVersion1(path, { checksumsFrom: 2 });
    forge((database) => {
      setData(database, 5);
      database.exec('UPDATE event SET checksum = NULL WHERE position = 5');
    });
    expect(checkLogFile(path).issue?.adminMessage).toMatch(/event 5 /);
    const store = openSqliteEventStore(path);
    await expect(store.read(STREAM)).rejects.toThrow(/somebody has changed what it is checked with/);
    await store.close();
  });
});

describe('the hash of a log', () => {
  it('is what a program of one’s own computes from what is stored', async () => {
    await append(STREAM, EVENTS);
    const database = new DatabaseSync(path);
    let link = '0'.repeat(64);
    for (const row of database.prepare('SELECT * FROM event ORDER BY position').all() as StoredRow[])
      link = recomputedLink(link, row);
    database.close();
    expect(checkLogFile(path).hashes?.whole).toEqual({ events: EVENTS, position: EVENTS, sha256: link });
    const store = openSqliteEventStore(path, { codec: createEventCodec(NO_UPCASTERS) });
    expect((await hashEventLog(store)).whole.sha256).toBe(link);
    await store.close();
  });

  it('is another one for every change of a stored value', async () => {
    await append(STREAM, 4);
    const original = checkLogFile(path).hashes?.whole.sha256;
    const property = fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('stream', 'id', 'type', 'data', 'metadata'),
      fc.string({ minLength: 1 }),
      (position, column, text) => {
        forge((database) => {
          database.exec('BEGIN');
          database
            .prepare(`UPDATE event SET ${column} = ${column} || ? WHERE position = ?`)
            .run(text, position);
          let link = '0'.repeat(64);
          for (const row of database.prepare('SELECT * FROM event ORDER BY position').all() as StoredRow[])
            link = recomputedLink(link, row);
          database.exec('ROLLBACK');
          expect(link).not.toBe(original);
        });
      },
    );
    fc.assert(property, { numRuns: numRuns(50) });
  });
});
