import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSectionSchemas } from '#specification/json-schema.js';

const FOLDER = join('docs', 'schema');

describe('given the JSON Schemas in docs/schema', () => {
  it('when the shapes of the sections are written out, then the files are just that', () => {
    const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
    const found = new Map(files.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]));
    // To mend: npm run build && npm run schemas
    expect(found).toEqual(createSectionSchemas());
  });

  it('when an editor reads one, then it finds the keys of its section', () => {
    const schema = JSON.parse(createSectionSchemas().get('1-product.schema.json') ?? '') as Record<
      string,
      unknown
    >;
    expect(Object.keys(schema['properties'] as object)).toEqual([
      'key',
      'name',
      'locale',
      'timeZone',
      'currency',
    ]);
    expect(schema).toMatchObject({
      type: 'object',
      additionalProperties: false,
      title: 'Daybook, section 1: What the product does and for whom',
    });
  });
});
