// SQLite's refusals other than a taken event id. In a separate process, as SQLite's errors are not instances of Jest's Error.
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { compileInto, type Compiled } from './start-process.js';

let build: string;
let processes: Compiled;
beforeAll(() => {
  build = mkdtempSync(join(tmpdir(), 'daybook-not-taken-'));
  processes = compileInto(build);
});
afterAll(() => rmSync(build, { recursive: true }));

describe('given a log that does not take every event', () => {
  it.each(['1', '3'])(
    'when one of %s appended events is such, then who appended hears why, nothing of it is written, and others are',
    async (count) => {
      const path = join(build, `${count}.db`);
      await openSqliteEventStore(path).close();
      const database = new DatabaseSync(path);
      database.exec(
        `CREATE TRIGGER nothing_odd BEFORE INSERT ON event WHEN new.data LIKE '%odd%'
           BEGIN SELECT RAISE(ABORT, 'nothing odd is written'); END`,
      );
      database.close();

      expect(JSON.parse(await processes.run('append-refused', path, count))).toEqual({
        told: ['nothing odd is written', 1],
        version: 0,
        head: 1,
      });
    },
  );
});
