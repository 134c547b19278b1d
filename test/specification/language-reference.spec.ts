// docs/specification-language.md is what authors read: its example has to be valid, and no key may be left out.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { sectionSchemas } from '../../src/specification/schema.js';
import { FIELD_TYPES } from '../../src/specification/sections/entities-shape.js';
import { valid } from './documents.js';

const reference = readFileSync('docs/specification-language.md', 'utf8');
const [, example = ''] = /````markdown\n([\s\S]*?)\n````/.exec(reference) ?? [];

/** All keys that a schema names, at whatever depth. */
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
    const keys = [...sectionSchemas().values()].flatMap((schema) => keysOf(JSON.parse(schema)));
    const tables = reference.replace(example, '');
    const left = [...new Set(keys)].filter((key) => !new RegExp(`[\`{ ,]${key}[\`:, }]`).test(tables));
    expect(left).toEqual([]);
  });

  it('when it is held against the types of fields, then none is left out', () => {
    expect(FIELD_TYPES.filter((type) => !reference.includes(`| \`${type}\` |`))).toEqual([]);
  });
});
