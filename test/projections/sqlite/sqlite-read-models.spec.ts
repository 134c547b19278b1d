import { afterEach, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WrittenElsewhere } from '#projections/port/read-model-errors.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { readModelContract } from '../read-model.contract.js';

let folder: string | undefined;

describe.each([
  ['SQLite', undefined],
  ['SQLite, read in threads', { threads: 2 }],
])('', (name, reading) => {
  readModelContract(name, {
    open: async () =>
      openSqliteReadModels((folder ??= mkdtempSync(join(tmpdir(), 'daybook-read-models-'))), reading),
    reset: async () => {
      if (folder) rmSync(folder, { recursive: true });
      folder = undefined;
    },
  });
});

describe('a read model of a Daybook before leases', () => {
  let old: string;
  afterEach(() => rmSync(old, { recursive: true }));

  it('is read and written as before, and learns tokens', async () => {
    old = mkdtempSync(join(tmpdir(), 'daybook-read-models-'));
    const readModels = openSqliteReadModels(old);
    const { number } = await readModels.create('things', 1);
    const file = new DatabaseSync(join(old, 'things.1.sqlite'));
    file.exec('ALTER TABLE meta DROP COLUMN token');
    file.close();

    const shape = () => ({ indexes: [], text: [] });
    const reader = await readModels.open('things', number, shape);
    await reader.write([{ collection: 'a.B', id: 'a', document: { position: 1 } }], 1);
    const writer = await readModels.open('things', number, shape, { token: 1 });
    await writer.write([{ collection: 'a.B', id: 'b', document: { position: 2 } }], 2);

    await expect(reader.write([], 3)).rejects.toThrow(WrittenElsewhere);
    expect(await reader.get('a.B', 'b')).toEqual({ position: 2 });
    for (const each of [reader, writer, readModels]) await each.close();
  });
});
