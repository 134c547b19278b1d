// The example of docs/specification-language.md is valid, and every key is documented.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createSectionSchemas } from '#specification/json-schema.js';
import { FIELD_TYPES } from '#specification/field-types/find-field-type.js';
import { checkDocument } from '#specification/check-document.js';
import {
  NAME_PATTERN,
  RESERVED_ROUTES,
  BUILT_IN_PROPERTIES,
  RESERVED_APPLICATIONS,
} from '#specification/document/key-grammar.js';
import { RESERVED_FIELDS } from '#specification/sections/entities/field-options.js';
import { documentOf, valid } from './documents.js';

const reference = readFileSync('docs/specification-language.md', 'utf8');
const [, example = ''] = /````markdown\n([\s\S]*?)\n````/.exec(reference) ?? [];

/** At any depth. */
function keysOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const properties = 'properties' in schema ? Object.keys(schema.properties as object) : [];
  return [...properties, ...Object.values(schema).flatMap(keysOf)];
}

describe('given the reference of the language', () => {
  it('when its example is checked, then it is valid and shows all nine sections', () => {
    expect(valid(`${example}\n`).sections.map(({ shown }) => shown)).toEqual(Array(9).fill(true));
  });

  it('when it is held against the shapes, then no key of any section is left out', () => {
    const keys = [...createSectionSchemas().values()].flatMap((schema) => keysOf(JSON.parse(schema)));
    const tables = reference.replace(example, '');
    const left = [...new Set(keys)].filter((key) => !new RegExp(`[\`{ ,]${key}[\`:, }]`).test(tables));
    expect(left).toEqual([]);
  });

  it('when it is held against the types of fields, then none is left out', () => {
    expect(FIELD_TYPES.filter((type) => !reference.includes(`| \`${type}\` |`))).toEqual([]);
  });

  it('when its reserved words are held against the code, then they are the same, and each is refused', () => {
    const [, listed = ''] = /### Reserved words\n([\s\S]*?)\n## /.exec(reference) ?? [];
    const row = (begins: string) => {
      const line = listed.split('\n').find((each) => each.startsWith(`| ${begins}`)) ?? '';
      return [
        ...line
          .split('|')
          .at(-2)!
          .matchAll(/`([^`]+)`/g),
      ]
        .map(([, word]) => word!)
        .sort();
    };
    const ofEveryObject = [...BUILT_IN_PROPERTIES].filter((word) => NAME_PATTERN.test(word)).sort();
    const ofFields = [...RESERVED_FIELDS].filter((word) => !BUILT_IN_PROPERTIES.has(word)).sort();
    expect(row('Fields |')).toEqual(ofFields);
    expect(row('Applications')).toEqual([...RESERVED_APPLICATIONS].sort());
    expect(row('First parts')).toEqual([...RESERVED_ROUTES].sort());
    expect(row('Fields, ')).toEqual(ofEveryObject);

    const yaml = 'entities:\n  Loan: { fields: { a: text } }';
    const fields = [...ofFields, ...ofEveryObject].map((word) => ({
      3: yaml.replace('a: text', `${word}: text`),
    }));
    const keys = [...RESERVED_APPLICATIONS, 'constructor'].map((word) => ({ 1: `key: ${word}` }));
    const routes = [...RESERVED_ROUTES].map((word) => ({
      2: `screens:\n  /${word}: { list: Loan }`,
      3: yaml,
    }));
    const named = ofEveryObject.flatMap((word) => [
      { 3: yaml, 4: `lifecycles: { Loan: { states: { ${word}: {} } } }` },
      { 3: yaml, 4: `lifecycles: { Loan: { states: [open], actions: { ${word}: { from: open } } } }` },
      {
        3: yaml,
        4: `lifecycles: { Loan: { states: [open], timers: { ${word}: { in: open, after: P3D } } } }`,
      },
      { 3: yaml, 5: `rules: { ${word}: { on: Loan, check: true } }` },
      { 6: `roles: { ${word}: {} }` },
      { 3: yaml, 7: `calls: { ${word}: { on: Loan.open, post: 'http://127.0.0.1/' } }` },
      { 9: `constants: { ${word}: 1 }` },
    ]);
    for (const document of [...fields, ...keys, ...routes, ...named])
      expect([checkDocument(documentOf(document)).ok, document]).toEqual([false, document]);
    expect(
      checkDocument(
        documentOf({ 3: yaml, 2: 'screens:\n  /loans: { list: Loan }', 6: 'roles: { free: {} }' }),
      ).problems,
    ).toEqual([]);
  });
});
