// POSIX gives up all locks a process has on a file when it closes any handle of that file. SQLite without its lock is taken for
// ended: the next one that closes (a backup by `sqlite3`) removes the -wal file, and what is written from then on is lost.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configure } from '#configuration/configuration.js';
import { openInstallation, type Installation } from '#installation/installation.js';

let folder: string;
let installation: Installation;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-locks-'));
  installation = await openInstallation(configure({ data: folder, demo: false }, {}));
});
afterEach(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});

const databases = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'));

/** Whether another process can take the file for itself: SQLite keeps the index of -wal in its own memory then, and asks for the lock. */
function isFree(path: string): boolean {
  const script = `
    import { DatabaseSync } from '@photostructure/sqlite';
    const database = new DatabaseSync(process.argv[1], { timeout: 0 });
    try {
      database.exec('PRAGMA locking_mode = EXCLUSIVE; SELECT count(*) FROM sqlite_schema');
      console.log('free');
    } catch (error) {
      console.log(error.errcode === 5 ? 'locked' : error.message);
    }`;
  const words = ['--input-type=module', '-e', script, path];
  return execFileSync(process.execPath, words, { encoding: 'utf8' }).trim() !== 'locked';
}

describe('every database of an open installation', () => {
  it('is locked against those who believe that they are alone with it', () => {
    const found = databases();
    expect(found).toEqual(
      expect.arrayContaining(['events.sqlite', 'keys.sqlite', 'reads/generations.sqlite']),
    );
    expect(found.filter((name) => isFree(join(folder, name)))).toEqual([]);
  });
});
