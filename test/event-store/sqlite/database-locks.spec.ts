// Closing any handle of a file releases all POSIX locks of the process on it. Without the lock, the next process that closes SQLite removes the -wal file, and later writes are lost.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration } from '#configuration/configuration.js';
import { openInstallation, type Installation } from '#installation/installation.js';

let folder: string;
let installation: Installation;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-locks-'));
  installation = await openInstallation(readConfiguration({ data: folder, demo: false }, {}));
});
afterEach(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});

const databases = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sqlite'));

/** Another process can lock the file exclusively: SQLite then keeps the index of the -wal file in its own memory. */
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
