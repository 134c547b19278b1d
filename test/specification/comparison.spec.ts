import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { compareDocuments } from '#specification/compare-documents.js';
import { compareSpecifications } from '#specification/comparison/compare.js';
import { FIELD_TYPES } from '#specification/field-types/type-of.js';
import type { Specification } from '#specification/specification.js';
import { documentOf, mended, valid } from './documents.js';

const sentences = (before: string, after: string) =>
  compareSpecifications(valid(before), valid(after)).map(
    ({ section, about, sentence }) => `${section} ${[...about, sentence].join(' › ')}`,
  );

const document = ({ fields = '', actions = '', permissions = '', rules = '', more = {} } = {}) =>
  documentOf({
    1: 'key: shop\nname: The shop\ncurrency: EUR',
    3: `entities: { Order: { fields: { title: text, amount: { type: money, max: 100${fields} } } } }`,
    4: `lifecycles:
  Order:
    states: { draft: Draft, placed: { title: Placed, final: true } }
    actions: { place: { from: draft, to: placed, by: [staff]${actions} } }`,
    5: `rules: { R1: { on: Order, check: "${rules || 'record.amount > 0'}", error: TOO_SMALL, fields: [amount] } }`,
    6: `roles: { staff: { title: Staff, everyone: true }, boss: { title: Boss } }
permissions: { Order: { open: [staff], read: [staff]${permissions} } }`,
    8: 'errors: { TOO_SMALL: { message: Too small. } }',
    9: 'constants: { limit: { value: 5 } }\nlimits: { opensPerUserPerDay: 5 }',
    ...more,
  });

describe('two versions of a specification', () => {
  it.each([
    [
      'what became personal',
      { fields: ', personal: record' },
      '3 Order › Amount › Personal data: yes, of somebody who is no user; there was none before.',
    ],
    [
      'a field that has to be filled in',
      { fields: ', required: true' },
      '3 Order › Amount › It has to be filled in now.',
    ],
    [
      'who may take an action',
      { actions: ', not: record.openedBy' },
      '4 Order › Place › Who may not take it: `record.openedBy` instead of nobody.',
    ],
    [
      'a signature',
      { actions: ', sign: I mean it' },
      '4 Order › Place › Signed with the meaning: “I mean it”; there was none before.',
    ],
    [
      'that several approve',
      { actions: ', approvals: 2' },
      '4 Order › Place › Several people have to approve it now.',
    ],
    [
      'a rule',
      { rules: 'record.amount > 10' },
      '5 Order › R1 › What has to hold: `record.amount > 10` instead of `record.amount > 0`.',
    ],
    [
      'who may read',
      { permissions: ', edit: { boss: "record.amount > 1" }' },
      '6 Order › Who may change it: Boss where `record.amount > 1` instead of everybody who is signed in.',
    ],
    [
      'who may see a field',
      { permissions: ', fields: { amount: { read: [boss] } }' },
      '6 Order › Amount › Who may see it: Boss instead of whoever reads the record.',
    ],
    [
      'a constant',
      { more: { 9: 'constants: { limit: { value: 7 } }\nlimits: { opensPerUserPerDay: 5 }' } },
      '9 limit › Value: 7 instead of 5.',
    ],
    [
      'a limit',
      { more: { 9: 'constants: { limit: { value: 5 } }' } },
      '9 Records that a person may open on a day: any number instead of 5.',
    ],
  ] as const)('say %s in a sentence', (_, change, sentence) => {
    expect(sentences(document(), document(change))).toEqual([sentence]);
  });

  it('say what is new, with what one has to know of it, and what is gone', () => {
    const actions = ' }, drop: { title: Throw away, from: draft, to: placed, by: [boss]';
    const [told] = sentences(document(), document({ actions }));
    expect(told).toBe('4 Order › Action “Throw away” is new: from “Draft” to “Placed”, by Boss.');
    expect(sentences(document({ actions }), document())).toEqual(['4 Order › Action “Throw away” is gone.']);
  });

  it('say that only words changed where nothing runs otherwise', () => {
    const found = compareSpecifications(
      valid(document()),
      valid(document().replaceAll('Draft', 'Being written').replace('title: Staff', 'title: Everyone')),
    );
    expect(found.map(({ kind }) => kind)).toEqual(['words', 'words']);
    expect(found.map(({ sentence }) => sentence)).toEqual([
      'Title: “Being written” instead of “Draft”.',
      'Title: “Everyone” instead of “Staff”.',
    ]);
  });

  it('are the same where only lines, comments and the order of roles are others', () => {
    const before = document({ permissions: ', comment: [staff, boss]' });
    const after = document({ permissions: ', comment: [boss, staff]', rules: 'record.amount  >  0' });
    expect(sentences(before, `\n\n${after.replace('roles: {', '# a comment\nroles: {')}`)).toEqual([]);
  });

  it('point to the line: of what is there in the later one, of what is gone in the earlier one', () => {
    const [before, after] = [document(), document({ fields: ', required: true' })];
    const [changed] = compareSpecifications(valid(before), valid(after));
    expect(after.split('\n')[changed!.line! - 1]).toContain('amount:');
    expect(changed).not.toHaveProperty('isGone');
  });
});

const EXAMPLES: readonly (readonly [string, string])[] = [
  ['the example of the design', mended()],
  ...['purchase-requests', 'capa', 'permits'].map(
    (name) => [name, readFileSync(`specifications/${name}.md`, 'utf8')] as const,
  ),
];

/** Members that say where something stands, or that follow from others. */
const NOTHING_OF_ITS_OWN = new Set([
  'place',
  'places',
  'line',
  'text',
  'later',
  'condition',
  'asks',
  'changed',
]);

type Path = readonly (string | number)[];

/** Paths to every value in the model that the comparison has to notice. */
function leavesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'function') return [];
  if (typeof value !== 'object' || value === null) return isGranted(value, path) ? [] : [path];
  if ('declared' in value && 'path' in value && !value.declared) return [];
  if ('kind' in value && value.kind === 'yaml' && 'source' in value) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const isDigits = key === 'places' && typeof each === 'number';
    // There are nine sections, in their order; and whose rule a rule is says where it is.
    if (path[0] === 'sections' && key === 'number') return [];
    if (path.at(-2) === 'rules' && key === 'entity') return [];
    if (NOTHING_OF_ITS_OWN.has(key) && !isDigits && !(key === 'text' && isOwnText(path, each))) return [];
    return leavesIn(each, [...path, key]);
  });
}

/** Who is not granted something is not named at all: there is nothing else it could become. */
const isGranted = (value: unknown, path: Path): boolean =>
  value === true && path.at(-2) === 'roles' && path.includes('permissions');

/** The document as a whole is not compared; limits and mails have members of that name. */
const isOwnText = (path: Path, value: unknown): boolean =>
  path.length > 0 && (typeof value !== 'string' || path[0] !== 'sections');

function changed<T>(value: T, [key, ...path]: Path): T {
  if (key === undefined) return another(value) as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = changed(copy[key], path);
  return copy as T;
}

function another(value: unknown): unknown {
  // A type of fields has to be one that there is.
  if (FIELD_TYPES.includes(String(value))) return value === 'text' ? 'integer' : 'text';
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${String(value)}x`;
}

describe.each(EXAMPLES)('of %s', (_, text) => {
  const specification: Specification = valid(text);

  it('nothing differs from itself', () => {
    expect(compareSpecifications(specification, valid(text))).toEqual([]);
  });

  it('every value of the model that changes is told', () => {
    const silent = leavesIn(specification).filter(
      (path) => compareSpecifications(specification, changed(specification, path)).length === 0,
    );
    expect(silent.map((path) => path.join('.'))).toEqual([]);
  });
});

describe('two documents, of which one calls an entity otherwise', () => {
  it('tells that it is called otherwise, and not that one is gone and another new', () => {
    const before = document();
    const after = before
      .replace('{ Order: { fields', '{ Purchase: { was: Order, name: Purchase, fields')
      .replace('lifecycles:\n  Order:', 'lifecycles:\n  Purchase:')
      .replace('on: Order', 'on: Purchase')
      .replace('permissions: { Order:', 'permissions: { Purchase:');
    const told = compareDocuments(before, after).meaning!.map(({ sentence }) => sentence);
    expect(told).toContainEqual(expect.stringContaining('Its key: “Purchase” instead of “Order”'));
    expect(told.filter((sentence) => /^Entity/.test(sentence))).toEqual([]);
  });
});
