// Opening for reading creates and changes nothing.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseFile, type FileFormat } from '#event-store/sqlite/database-file.js';
import { openDatabaseImmutable } from '#platform/read-only-database.js';
import { describeWithHandles, handlesIn } from '#test/open-handles.js';

const FORMAT: FileFormat = {
  name: 'event log',
  applicationId: 0x64_62_6b_31,
  version: 1,
  schema: 'CREATE TABLE event (id TEXT)',
  pragmas: '',
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-database-file-'));
  path = join(folder, 'events.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('given somebody who only looks', () => {
  it('when there is no file, then none is made', () => {
    expect(() => openDatabaseFile(path, FORMAT, { isReadOnly: true })).toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('when there is one, then it can be read, and not written', () => {
    const own = openDatabaseFile(path, FORMAT);
    own.exec("INSERT INTO event VALUES ('one')");
    own.close();
    const looking = openDatabaseFile(path, FORMAT, { isReadOnly: true });
    expect(looking.prepare('SELECT id FROM event').all()).toEqual([{ id: 'one' }]);
    expect(() => looking.exec("INSERT INTO event VALUES ('two')")).toThrow(/read-?only/i);
    looking.close();
  });
});

describe('given a sound file that SQLite cannot open', () => {
  it('when its path is longer than SQLite takes, then the error does not call it no database', () => {
    openDatabaseFile(path, FORMAT).close();
    const deep = join(folder, ...Array.from({ length: 4 }, () => 'd'.repeat(200)));
    mkdirSync(deep, { recursive: true });
    renameSync(path, join(deep, 'events.db'));
    expect(() => openDatabaseFile(join(deep, 'events.db'), FORMAT)).toThrow('unable to open database file');
  });
});

describeWithHandles('given a file that cannot be used (Linux)', () => {
  it('when it is no database, then whoever looks at it as it is closes it again', () => {
    writeFileSync(path, 'not a database at all '.repeat(1_000));
    expect(() => openDatabaseImmutable(path)).toThrow();
    expect(handlesIn(folder)).toEqual([]);
  });
});
