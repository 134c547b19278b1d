// Such as `constructor`, wherever a document defines keys.
import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { toNullPrototypeObject } from '#specification/document/null-prototype-object.js';
import { documentOf, problemsIn, valid } from './documents.js';

const LOAN = 'entities:\n  Loan: { fields: { title: text, kind: { type: choice, of: [new, used] } } }';
const KEPT = ['__proto__', '__defineGetter__', '__lookupSetter__'];

const PLACES: readonly (readonly [string, (name: string) => Parameters<typeof documentOf>[0]])[] = [
  ['an entity', (name) => ({ 3: `entities: { ${name}: { fields: { title: text } } }` })],
  ['a field', (name) => ({ 3: `entities: { Loan: { fields: { ${name}: text } } }` })],
  [
    'a column of a table',
    (name) => ({
      3: `entities: { Loan: { fields: { lines: { type: table, fields: { item: text, ${name}: text } } } } }`,
    }),
  ],
  [
    'a choice',
    (name) => ({
      3: `entities: { Loan: { fields: { kind: { type: choice, of: { new: New, ${name}: Odd } } } } }`,
    }),
  ],
  ['a screen', (name) => ({ 2: `screens: { ${name}: { list: Loan } }`, 3: LOAN })],
  ['a state', (name) => ({ 3: LOAN, 4: `lifecycles: { Loan: { states: { open: {}, ${name}: {} } } }` })],
  [
    'an action',
    (name) => ({
      3: LOAN,
      4: `lifecycles: { Loan: { states: [open], actions: { ${name}: { from: open } } } }`,
    }),
  ],
  ['a lifecycle', (name) => ({ 3: LOAN, 4: `lifecycles: { ${name}: { states: [open] } }` })],
  ['a rule', (name) => ({ 3: LOAN, 5: `rules: { ${name}: { on: Loan, check: true } }` })],
  ['a role', (name) => ({ 3: LOAN, 6: `roles: { ${name}: {} }` })],
  ['permissions', (name) => ({ 3: LOAN, 6: `permissions: { ${name}: {} }` })],
  [
    'permissions of a field',
    (name) => ({ 3: LOAN, 6: `permissions: { Loan: { fields: { ${name}: {} } } }` }),
  ],
  ['a grant', (name) => ({ 3: LOAN, 6: `permissions: { Loan: { read: { ${name}: true } } }` })],
  ['a call', (name) => ({ 3: LOAN, 7: `calls: { ${name}: { on: Loan.open, post: 'http://127.0.0.1/' } }` })],
  [
    'what a call sends',
    (name) => ({
      3: LOAN,
      7: `calls: { order: { on: Loan.open, post: 'http://127.0.0.1/', body: { a: 1, ${name}: 2 } } }`,
    }),
  ],
  [
    'a header of a call',
    (name) => ({
      3: LOAN,
      7: `calls: { order: { on: Loan.open, post: 'http://127.0.0.1/', headers: { ${name}: x } } }`,
    }),
  ],
  ['an error', (name) => ({ 8: `errors: { ${name}: { message: Broken } }` })],
  ['a constant', (name) => ({ 9: `constants: { ${name}: 1 }` })],
  ['a limit', (name) => ({ 3: LOAN, 9: `limits: { retention: { ${name}: P1Y } }` })],
];

describe('a document', () => {
  it.each(PLACES.flatMap(([what, place]) => KEPT.map((name) => [name, what, place] as const)))(
    'refuses `%s` as the name of %s, with the reason',
    (name, _, place) => {
      const problems = problemsIn(documentOf(place(name)));
      expect(problems.join('\n')).toContain(`|${name}`);
      expect(problems.join('\n')).toContain(`\`${name}\` is a name that JavaScript keeps for itself`);
    },
  );

  it('takes what every object has as the value of a choice, with its own title', () => {
    const document = documentOf({
      3: 'entities: { Loan: { fields: { job: { type: choice, of: { constructor: Builder, toString: Writer } } } } }',
    });
    const [job] = valid(document).entities['Loan']!.fields;
    expect(JSON.stringify(job)).toContain('Builder');
    expect(JSON.stringify(job)).toContain('Writer');
  });

  it('finds nothing under a name that it does not declare', () => {
    const { entities, roles, constants, errors } = valid(documentOf({ 3: LOAN }));
    for (const table of [entities, roles, constants, errors])
      for (const name of Object.getOwnPropertyNames(Object.prototype))
        expect([name, (table as Readonly<Record<string, unknown>>)[name]]).toEqual([name, undefined]);
    expect(toNullPrototypeObject([])['constructor']).toBeUndefined();
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'refuses `%s` where an entity, a field, a state or a role of that name is meant',
    (name) => {
      const meant = [
        { 3: LOAN, 2: `screens: { /a: { list: ${name} } }` },
        { 3: LOAN, 2: `screens: { /a: { list: Loan, columns: [${name}] } }` },
        { 3: LOAN, 5: `rules: { R1: { on: ${name}, check: true } }` },
        { 3: LOAN, 5: `rules: { R1: { on: Loan, check: true, in: [${name}] } }` },
        { 3: LOAN, 5: `rules: { R1: { on: Loan, check: true, error: ${name} } }` },
        { 3: LOAN, 5: `rules: { R1: { on: Loan, check: "record.${name} == ''" } }` },
        { 3: LOAN, 6: `permissions: { Loan: { read: [${name}] } }` },
        { 3: LOAN, 9: `limits: { retention: { ${name}: P1Y } }` },
      ];
      for (const yaml of meant) expect([checkDocument(documentOf(yaml)).ok, yaml]).toEqual([false, yaml]);
    },
  );
});
