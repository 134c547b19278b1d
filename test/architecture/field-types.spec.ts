// Behaviour by field type belongs to the type: no other code compares its name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { FIELD_TYPES } from '#specification/field-types/find-field-type.js';

const root = join(import.meta.dirname, '../..');

const HOMES = [
  'src/specification/field-types/',
  'views/field-types/',
  // Other kinds of types: HTML inputs, Intl's number parts, log attributes.
  'views/islands/',
  'src/specification/numbers/locale-separators.ts',
  'src/import/',
];

const names = FIELD_TYPES.join('|');
const COMPARED = new RegExp(
  `\\btype (===|!==) '(${names})'|(includes|has)\\((field|column|cell|input)\\??\\.type\\)|Record<(FieldType|Field\\['type'\\])`,
);

const sources = ['src', 'projections', 'views'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/')),
);

describe('names of field types', () => {
  it('are compared nowhere but where the types are', () => {
    const found = sources
      .filter((file) => !HOMES.some((home) => file.startsWith(home)))
      .flatMap((file) => COMPARED.exec(readFileSync(join(root, file), 'utf8'))?.map(() => file) ?? []);
    expect([...new Set(found)]).toEqual([]);
  });

  it.each([
    ["if (field.type === 'table') return;"],
    ["columns.filter(({ type }) => type !== 'file')"],
    ['NUMBERS.has(field.type)'],
    ['const KINDS: Record<FieldType, string> = {'],
  ])('would be noticed in %s', (text) => {
    expect(COMPARED.test(text)).toBe(true);
  });
});
