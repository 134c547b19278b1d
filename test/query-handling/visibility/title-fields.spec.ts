import { describe, expect, it } from '@jest/globals';
import { listTemplateFields } from '#domain/evaluate-expressions.js';
import { registerTitleFields, listTitleFields } from '#query-handling/visibility/read-rights.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { documentOf, valid } from '#test/specification/documents.js';

const version = (title: string, fields: readonly string[], restricted: readonly string[] = []) =>
  valid(
    documentOf({
      3: `entities: { Thing: { title: "${title}", fields: { ${fields.map((key) => `${key}: text`).join(', ')} } } }`,
      6: `roles: [keeper]
permissions: { Thing: { fields: { ${restricted.map((key) => `${key}: { read: [keeper] }`).join(', ')} } } }`,
    }),
  );

const thing = (specification: Specification): Entity => specification.entities['Thing']!;

function told(...versions: readonly Specification[]) {
  versions.forEach((each, index) => registerTitleFields(each, index === 0 ? 'first' : versions[index - 1]));
  const last = versions.at(-1)!;
  const { fields, gone } = listTitleFields(last, thing(last));
  return { fields: [...fields].sort(), gone };
}

describe('what titles may tell', () => {
  it('is every field that a template names', () => {
    const entity = thing(version('{name}', ['name', 'amount', 'note']));
    expect(listTemplateFields(entity, '{name} for {record.amount} note')).toEqual(['name', 'amount']);
  });

  it('is what the templates of all versions named', () => {
    const fields = ['name', 'amount', 'note'];
    const versions = [version('{amount}', fields), version('{note}', fields), version('{name}', fields)];
    expect(told(...versions)).toEqual({ fields: [...fields].sort(), gone: false });
  });

  it('stays hidden for good where it was a restricted field that is gone', () => {
    const [before, after] = [
      version('{secret}', ['name', 'secret'], ['secret']),
      version('{name}', ['name']),
    ];
    expect(told(before, after, version('{name}', ['name']))).toEqual({ fields: ['name'], gone: true });
    expect(told(version('{secret}', ['name', 'secret']), after)).toEqual({ fields: ['name'], gone: false });
  });

  it('may be any field where an earlier version is not known any more', () => {
    const last = version('{name}', ['name', 'amount']);
    registerTitleFields(last, undefined);
    expect([...listTitleFields(last, thing(last)).fields]).toEqual(['name', 'amount']);
  });
});
