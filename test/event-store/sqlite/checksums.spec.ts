// Overwritten bytes are noticed on reading, and then nothing more is written.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { v7 as uuid } from 'uuid';
import type { NewEvent } from '#domain/event.js';
import { DamagedEventError, type EventStore } from '#event-store/event-store.js';
import { DamagedDatabaseFile } from '#event-store/sqlite/sqlite-errors.js';
import { checkLogFile } from '#event-store/sqlite/check-log-file.js';
import { asVersion1 } from './downgrade-log-file.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { HealthIssues } from '#platform/health-issues.js';

const event = (text: string): NewEvent => ({
  id: uuid(),
  type: 'record.commented',
  data: { text },
  metadata: { actor: 'ada', recordedAt: '2026-11-20T10:00:00.000Z', commandId: uuid(), correlationId: 'x' },
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-checksums-'));
  path = join(folder, 'events.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

async function written(): Promise<void> {
  const store = openSqliteEventStore(path);
  await store.append('orders.Order-1', [event('said in the beginning'), event('said in the middle')], 0);
  await store.append('orders.Order-2', [event('said at the end')], 0);
  await store.close();
}

/** With the same length, SQLite notices nothing. */
function overwrite(words: string, by: string): void {
  const bytes = readFileSync(path);
  const at = bytes.indexOf(words);
  bytes.write(by, at, 'latin1');
  writeFileSync(path, bytes);
}

async function readAll(store: EventStore): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const batch of store.all(0)) {
    found.push(...batch.map(({ data }) => (data as { text: string }).text));
    if (batch.at(-1)!.position >= (await store.head())) break;
  }
  return found;
}

describe('an event that is not what was written', () => {
  it('is refused when its stream or the log is read, and is named with the way out', async () => {
    await written();
    overwrite('said in the middle', 'said in the muddle');
    const troubles = new HealthIssues();
    const store = openSqliteEventStore(path, { healthIssues: troubles });
    await expect(store.read('orders.Order-1')).rejects.toThrow(DamagedEventError);
    await expect(store.read('orders.Order-1')).rejects.toThrow(/event 2 of the log .*restore the log/);
    await expect(readAll(store)).rejects.toThrow(DamagedEventError);
    expect((await store.read('orders.Order-2')).version).toBe(1);
    expect(troubles.all()).toMatchObject([
      {
        key: 'log',
        publicMessage: 'the log is damaged at event 2',
        severity: 'error',
        adminMessage: expect.stringContaining(path),
      },
    ]);
    await store.close();
  });

  it('stops appends to the damaged log', async () => {
    await written();
    overwrite('said in the middle', 'said in the muddle');
    const store = openSqliteEventStore(path);
    await store.append('orders.Order-3', [event('before anybody knew')], 0);
    await store.read('orders.Order-1').catch(() => {});
    const refused = store.append('orders.Order-4', [event('after')], 0);
    await expect(refused).rejects.toThrow(DamagedDatabaseFile);
    await expect(refused).rejects.toThrow(/event 2 .* Stop Daybook, .* restore the log from a backup/);
    expect(await store.head()).toBe(4);
    await store.close();
  });
});

describe('a log from whose middle events are gone', () => {
  it('is damaged, though what is left of it is sound', async () => {
    await written();
    expect(checkLogFile(path).issue).toBeUndefined();
    const database = new DatabaseSync(path);
    database.exec('DROP TRIGGER event_is_never_removed; DELETE FROM event WHERE position = 2');
    database.close();
    expect(checkLogFile(path).issue).toMatchObject({
      key: 'log',
      severity: 'error',
      adminMessage: expect.stringMatching(
        /is damaged: what comes after event 1 \(events 2 to 2 are missing\)/,
      ),
    });
  });
});

describe('a log of a version without checksums', () => {
  beforeEach(async () => {
    await written();
    asVersion1(path, { checksumsFrom: Infinity });
  });

  it('is read and written as before, and what is new has one', async () => {
    const store = openSqliteEventStore(path);
    expect(await readAll(store)).toHaveLength(3);
    await store.append('orders.Order-2', [event('said later')], 1);
    await store.close();
    const again = openSqliteEventStore(path);
    expect(await readAll(again)).toHaveLength(4);
    await again.close();
    overwrite('said later', 'said never');
    const damaged = openSqliteEventStore(path);
    await expect(readAll(damaged)).rejects.toThrow(/event 4 of the log/);
    await damaged.close();
  });

  it('is opened by several at the same time', async () => {
    const stores = [1, 2, 3].map(() => openSqliteEventStore(path));
    for (const store of stores) expect(await readAll(store)).toHaveLength(3);
    for (const store of stores) await store.close();
  });

  it('is not written any more by an older version that still has it open', async () => {
    const older = new DatabaseSync(path);
    const insert = older.prepare(
      `INSERT INTO event (stream, version, id, type, data, metadata)
       SELECT 'older', 1, 'older-1', type, data, metadata FROM event WHERE position = 1`,
    );
    await openSqliteEventStore(path).close();
    expect(() => insert.run()).toThrow(/written by a newer Daybook/);
    older.close();
    const store = openSqliteEventStore(path);
    expect(await store.head()).toBe(3);
    await store.close();
  });
});
