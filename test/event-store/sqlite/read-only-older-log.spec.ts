// A read-only log without checksums is read unchanged.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { asVersion1 } from './downgrade-log-file.js';
import { comments } from '../sample-events.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-older-log-'));
  path = join(folder, 'events.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('given a log of a version without checksums', () => {
  const written = comments(3);
  beforeEach(async () => {
    const store = openSqliteEventStore(path);
    await store.append('tests.Note-1', written, 0);
    await store.close();
    asVersion1(path, { checksumsFrom: Infinity });
  });

  it('when somebody only looks at it, then its events are there, and it has none afterwards either', async () => {
    const store = openSqliteEventStore(path, { isReadOnly: true });
    const { events, version } = await store.read('tests.Note-1');
    expect(events.map(({ id, data }) => [id, data])).toEqual(written.map(({ id, data }) => [id, data]));
    expect(version).toBe(3);
    for await (const batch of store.all(1)) {
      expect(batch.map(({ id }) => id)).toEqual(written.slice(1).map(({ id }) => id));
      break;
    }
    await store.close();
    const database = new DatabaseSync(path);
    const columns = database.prepare(`SELECT name FROM pragma_table_info('event')`).all();
    expect(columns).not.toContainEqual({ name: 'checksum' });
    database.close();
  });
});
