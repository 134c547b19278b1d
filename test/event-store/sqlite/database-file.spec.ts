// A file that is only looked at: nothing is made, and nothing in it can be changed.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabaseFile, type FileFormat } from '#event-store/sqlite/database-file.js';
import { openImmutable } from '#platform/read-only.js';
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

describeWithHandles('given a file that cannot be used (Linux)', () => {
  it('when it is no database, then whoever looks at it as it is closes it again', () => {
    writeFileSync(path, 'not a database at all '.repeat(1_000));
    expect(() => openImmutable(path)).toThrow();
    expect(handlesIn(folder)).toEqual([]);
  });
});
