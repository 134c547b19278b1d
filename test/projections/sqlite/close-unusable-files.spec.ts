// Refused files leave no open handle.
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGenerationsFile } from '#projections/engines/sqlite/generations-file.js';
import { openGenerationFile, openGenerationFileToRead } from '#projections/engines/sqlite/generation-file.js';
import { readCheckpoint } from '#projections/engines/sqlite/generation-meta.js';
import { describeWithHandles, handlesIn } from '#test/open-handles.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-left-open-'));
  path = join(folder, 'damaged.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const noDatabase = () => writeFileSync(path, 'not a database at all '.repeat(1_000));
function another(): void {
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE other (id TEXT)');
  database.close();
}

type Opens = readonly [what: string, open: () => unknown];
const OPENS: readonly Opens[] = [
  ['a list of read models', () => openGenerationsFile(path)],
  ['a list of read models to look at', () => openGenerationsFile(path, false)],
  ['a generation', () => openGenerationFile(path, { bulk: false })],
  ['a generation to fill', () => openGenerationFile(path, { bulk: true })],
  ['a generation to read', () => openGenerationFileToRead(path)],
];

describeWithHandles('given a file that is none of ours (Linux)', () => {
  it.each(OPENS)('when it is opened as %s and is no database, then it is closed again', (_, open) => {
    noDatabase();
    expect(open).toThrow();
    expect(handlesIn(folder)).toEqual([]);
  });

  it.each(OPENS.slice(2))('when it is opened as %s and says nothing of itself, then so it is', (_, open) => {
    another();
    expect(open).toThrow();
    expect(handlesIn(folder)).toEqual([]);
  });

  it.each([['no database', noDatabase] as const, ['another one', another] as const])(
    'when it is %s and asked how far it is, then so it is',
    (_, make) => {
      make();
      expect(readCheckpoint(path)).toEqual({ checkpoint: 0 });
      expect(handlesIn(folder)).toEqual([]);
    },
  );
});
