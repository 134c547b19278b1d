// Titles read from sections 3 and 6 alone equal those of a whole check.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { listTemplateFields } from '#domain/evaluate-expressions.js';
import { checkDocument } from '#specification/check-document.js';
import { readTitles, type TitledEntities, toTitledEntities } from '#specification/naming/version-titles.js';
import { documentOf } from '../documents.js';

const folder = new URL('../../../specifications/', import.meta.url);
const EXAMPLES = readdirSync(folder).filter((name) => name.endsWith('.md'));

const told = ({ entities }: TitledEntities) =>
  Object.entries(entities).map(([key, entity]) => ({
    key,
    title: entity.recordTitle.source,
    told: listTemplateFields(entity, entity.recordTitle.source),
    fields: entity.fields.map((field) => field.key),
    restricted: Object.entries(entity.permissions.fields).flatMap(([field, { read }]) =>
      read === undefined ? [] : [field],
    ),
  }));

function same(text: string): void {
  const checked = checkDocument(text);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  expect(told(readTitles(text)!)).toEqual(told(checked.specification));
  expect(told(toTitledEntities(checked.specification))).toEqual(told(checked.specification));
}

const sections = (entities: string, permissions: string) =>
  documentOf({ 3: `entities:\n${entities}`, 6: `roles: [reader, keeper]\n${permissions}` });

const field = fc.constantFrom(
  'text',
  'integer',
  '{ type: text, multiline: true }',
  '{ type: text, personal: record }',
  '{ type: text, max: 20 }',
  'date',
);
const keys = ['name', 'note', 'size', 'code'];
const entity = fc.record({
  title: fc.constantFrom(undefined, '"{number}"', '"{f0} of {record.f1}"', 'Thing', '"{f1}"'),
  fields: fc.array(field, { minLength: 2, maxLength: 4 }),
  restricted: fc.subarray([0, 1]),
});

describe('what titles tell', () => {
  it.each(EXAMPLES)('is the same of %s', (name) => {
    same(readFileSync(new URL(name, folder), 'utf8'));
  });

  it('is the same whatever fields, titles and permissions there are', () => {
    fc.assert(
      fc.property(entity, ({ title, fields, restricted }) => {
        // Titles with personal or multi-line fields are refused.
        const usable = fields.map((each, index) => (index < 2 ? 'text' : each));
        const text = sections(
          [
            '  Thing:',
            ...(title === undefined
              ? []
              : [`    title: ${title.replaceAll(/f(\d)/g, (_, at) => keys[Number(at)]!)}`]),
            '    fields:',
            ...usable.map((each, index) => `      ${keys[index]}: ${each}`),
          ].join('\n'),
          restricted.length === 0
            ? ''
            : [
                'permissions:',
                '  Thing:',
                '    fields:',
                ...restricted.map((at) => `      ${keys[at]}: { read: [keeper] }`),
              ].join('\n'),
        );
        same(text);
      }),
    );
  });

  it('is not known where these sections cannot be read', () => {
    expect(readTitles('no specification')).toBeUndefined();
    expect(readTitles(sections('  Thing: { fields: { a: nothing } }', ''))).toBeUndefined();
    expect(readTitles(sections('  Thing: {', ''))).toBeUndefined();
  });
});
