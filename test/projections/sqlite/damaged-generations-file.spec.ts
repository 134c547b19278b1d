// The small list is checked whenever it is opened, so damage is found there.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { copyFileSync, mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGenerationsFile, type GenerationsFile } from '#projections/engines/sqlite/generations-file.js';
import { isDamageError } from '#projections/engines/sqlite/prepared-statements.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-damaged-list-'));
  path = join(folder, 'generations.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Afterwards, everything is in the file itself. */
function sizes(): { readonly page_size: number; readonly page_count: number } {
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const [size, count] = ['page_size', 'page_count'].map((name) => database.prepare(`PRAGMA ${name}`).get());
  database.close();
  return { ...size, ...count } as { page_size: number; page_count: number };
}

/** With one page overwritten. */
function damagedAt(page: number, size: number): string {
  const damaged = join(folder, `damaged-${page}.sqlite`);
  copyFileSync(path, damaged);
  const file = openSync(damaged, 'r+');
  writeSync(file, Buffer.alloc(size, 0x5a), 0, size, (page - 1) * size);
  closeSync(file);
  return damaged;
}

function failureOf(open: () => unknown): unknown {
  try {
    return void open();
  } catch (error) {
    return error;
  }
}

const create = (list: GenerationsFile) => list.createUnless('things', 1, () => false)!;

describe('given a list of read models', () => {
  it('when any page of it is damaged, then that is found as it is opened', () => {
    const list = openGenerationsFile(path);
    list.activate('things', create(list).number);
    list.close();
    const { page_size: size, page_count: count } = sizes();
    const pages = Array.from({ length: count }, (_, at) => at + 1);
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) {
      const damaged = damagedAt(page, size);
      expect([page, isDamageError(failureOf(() => openGenerationsFile(damaged)))]).toEqual([page, true]);
      expect([page, isDamageError(failureOf(() => openGenerationsFile(damaged, false)))]).toEqual([
        page,
        true,
      ]);
    }
  });

  it('when it is whole, then it says what it said before', () => {
    const list = openGenerationsFile(path);
    const { number } = create(list);
    list.close();
    const again = openGenerationsFile(path);
    expect(again.entries('things')).toMatchObject([{ number, version: 1, state: 'building' }]);
    again.close();
  });
});
