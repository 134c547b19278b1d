import { describe, expect, it } from '@jest/globals';
import { documentOf, problemsIn, valid } from './documents.js';

const document = (fields: string) =>
  documentOf({
    3: `entities:
  Pot: { fields: { holder: user, city: text, left: money, dollars: { type: money, currency: USD }, owner: { type: text, personal: holder } } }
  Spend:
    fields:
      pot: { type: reference, to: Pot }
      title: text
${fields.replace(/^/gm, '      ')}`,
    6: 'roles: { boss: Boss, clerk: Clerk }',
  });
const spend = (fields: string) => valid(document(fields)).entities['Spend']!.fields;

describe('a default that comes from the record a reference points to', () => {
  it.each([
    ['who: { type: user, default: record.pot.holder }', { reference: 'pot', field: 'holder' }],
    ['where: { type: text, default: " record.pot.city " }', { reference: 'pot', field: 'city' }],
    ['left: { type: money, default: record.pot.left }', { reference: 'pot', field: 'left' }],
  ])('%s', (field, follows) => {
    const read = spend(field).at(-1)!;
    expect(read.follows).toEqual(follows);
    expect(read.default).toBeUndefined();
  });

  it.each([
    [
      'who: { type: user, default: record.pot.holdr }',
      '|holdr }',
      'no field `holdr` in Pot → did you mean `holder`?',
    ],
    [
      'who: { type: user, default: record.pot.city }',
      '|city }',
      '`city` in Pot is text, and `who` is a user',
    ],
    [
      'where: { type: text, default: record.pot.holder }',
      '|holder }',
      '`holder` in Pot is a user, and `where` is text',
    ],
    [
      'who: { type: text, default: record.pot.owner }',
      '|owner }',
      '`owner` in Pot is personal: here it would stand open → leave it out, or leave out its `personal`',
    ],
    [
      'left: { type: money, default: record.pot.dollars }',
      '|dollars }',
      '`dollars` in Pot is in USD, and `left` in EUR',
    ],
  ])('%s is a problem', (field, place, problem) => {
    const [said = ''] = problemsIn(document(field));
    expect(said).toMatch(place);
    expect(said.split(' → ').slice(1).join(' → ')).toBe(problem);
  });
});

describe('a person who has to hold a role', () => {
  it.each([
    ['boss', ['boss']],
    ['[boss, clerk]', ['boss', 'clerk']],
  ])('holds %s', (role, roles) => {
    expect(spend(`who: { type: user, role: ${role} }`).at(-1)!.roles).toEqual(roles);
  });

  it.each([
    [
      'who: { type: user, role: bos }',
      'who: { type: user, role: |bos } → no role `bos` → did you mean `boss`?',
    ],
    [
      'who: { type: text, role: boss }',
      'who: { type: text, |role: boss } → `role` means nothing in a field of type text → it belongs to: user',
    ],
  ])('%s is a problem', (field, problem) => {
    expect(problemsIn(document(field))).toEqual([problem]);
  });
});
