import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sampleCases } from '#test/property-runs.js';
import { compareDocuments } from '#specification/compare-documents.js';
import { compareSpecifications } from '#specification/comparison/compare-specifications.js';
import { withStoredKeys } from '#specification/with-stored-keys.js';
import { withCurrentNames } from '#specification/naming/with-current-names.js';
import { FIELD_TYPES } from '#specification/field-types/find-field-type.js';
import type { Field, Specification } from '#specification/model/specification.js';
import type { FieldMigration } from '#specification/upgrade/migration.js';
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
      '3 Order › Amount › Personal data: yes, of a person who is no user; there was none before.',
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
      '6 Order › Who may change it: Boss where `record.amount > 1` instead of every signed-in person.',
    ],
    [
      'who may see a field',
      { permissions: ', fields: { amount: { read: [boss] } }' },
      '6 Order › Amount › Who may see it: Boss instead of everyone who reads the record.',
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

  it.each([
    [1_000, 'are compared line by line where 2,000 lines are gone or new', 1],
    [1_001, 'are not compared line by line where more lines changed', undefined],
    [10_000, 'are not compared line by line where all of many lines changed', undefined],
  ] as const)('of %d lines %s', (count, _, hunks) => {
    const text = (word: string) => Array.from({ length: count }, (__, n) => `${word} ${n}`).join('\n');
    expect(compareDocuments(text('old'), text('new')).lines?.length).toBe(hunks);
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

/** Places, and members that follow from others. */
const NOTHING_OF_ITS_OWN = new Set([
  'place',
  'places',
  'line',
  'text',
  'later',
  'condition',
  'asks',
  'changed',
  'digits',
]);

type Path = readonly (string | number)[];

/** Every value in the model that the comparison must notice. */
function leavesIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value === 'function') return [];
  if (typeof value !== 'object' || value === null) return isGranted(value, path) ? [] : [path];
  if ('declared' in value && 'path' in value && !value.declared) return [];
  if ('kind' in value && value.kind === 'yaml' && 'source' in value) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const isDigits = key === 'places' && typeof each === 'number';
    // The nine sections have a fixed order, and a rule's owner follows from its place.
    if (path[0] === 'sections' && key === 'number') return [];
    if (path.at(-2) === 'rules' && key === 'entity') return [];
    if (NOTHING_OF_ITS_OWN.has(key) && !isDigits && !(key === 'text' && isOwnText(path, each))) return [];
    return leavesIn(each, [...path, key]);
  });
}

/** Missing grants are not listed, so they have no other value. */
const isGranted = (value: unknown, path: Path): boolean =>
  value === true && path.at(-2) === 'roles' && path.includes('permissions');

/** The document's own text is not compared; limits and mails have members of that name. */
const isOwnText = (path: Path, value: unknown): boolean =>
  path.length > 0 && (typeof value !== 'string' || path[0] !== 'sections');

function changed<T>(value: T, [key, ...path]: Path): T {
  if (key === undefined) return another(value) as T;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...value }) as Record<string, unknown>;
  copy[key] = changed(copy[key], path);
  return copy as T;
}

function another(value: unknown): unknown {
  // Must be an existing field type.
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
    const silent = sampleCases(leavesIn(specification)).filter(
      (path) => compareSpecifications(specification, changed(specification, path)).length === 0,
    );
    expect(silent.map((path) => path.join('.'))).toEqual([]);
  });
});

/** Text and code. */
const WORDS = new Set(['title', 'plural', 'help', 'source', 'sign', 'tone', 'done', 'aliases']);

describe.each(EXAMPLES)('of %s, of which everything is renamed', (_, text) => {
  const specification = valid(text);
  const renamed = (all: readonly { readonly key: string }[]) =>
    Object.fromEntries(all.map(({ key }) => [key, `${key} now`]));
  const fieldsRenamed = (fields: readonly Field[]): Readonly<Record<string, FieldMigration>> =>
    Object.fromEntries(
      fields.map(({ key, fields: columns }) => [key, { to: `${key} now`, columns: fieldsRenamed(columns) }]),
    );

  it('no name of before is left in the earlier version', () => {
    const { screens, entities, roles, calls, receives, limits } = withCurrentNames(specification, {
      roles: renamed(Object.values(specification.roles)),
      entities: Object.fromEntries(
        Object.values(specification.entities).map(({ key, fields, lifecycle: { states, actions } }) => [
          key,
          {
            fields: fieldsRenamed(fields),
            states: renamed(states),
            actions: renamed(actions),
            moves: {},
            roles: {},
          },
        ]),
      ),
    });
    const names = new Set([
      ...Object.keys(specification.roles),
      ...Object.values(specification.entities).flatMap(({ fields, lifecycle: { states, actions } }) =>
        [...fields, ...fields.flatMap((field) => field.fields), ...states, ...actions].map(({ key }) => key),
      ),
    ]);
    const all = { screens, entities, roles, calls, receives, retention: limits.retention };
    const left = leavesIn(all).flatMap((path) => {
      const value = path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], all);
      const isKey = (at: number) =>
        path[at - 1] === 'roles' || (path[at - 1] === 'fields' && path[at - 2] === 'permissions');
      const keys = path.filter((_key, at) => isKey(at));
      const isWords = path.some((key) => WORDS.has(String(key)));
      return [...keys, ...(isWords ? [] : [value])].some((each) => names.has(String(each)))
        ? [path.join('.')]
        : [];
    });
    expect(left).toEqual([]);
  });
});

describe.each(EXAMPLES)('of %s, whose entities are stored under other keys', (_, text) => {
  const specification = valid(text);
  const names = Object.keys(specification.entities);
  const stored = withStoredKeys(specification, new Map(names.map((name) => [name, `${name}Before`])));

  it('no entity is named as in the document where it is stored or looked up', () => {
    const { screens, entities, calls, receives, limits } = stored;
    const all = { screens, entities, calls, receives, retention: limits.retention };
    const isKeyOfEntity = (path: Path, at: number) =>
      at === 1 ? ['entities', 'retention'].includes(String(path[0])) : path[at - 1] === 'parts';
    const left = leavesIn(all).filter((path) => {
      const value = path.reduce<unknown>((at, key) => (at as Readonly<Record<string, unknown>>)[key], all);
      const isReference = ['key', 'to', 'entity'].includes(String(path.at(-1)));
      const keys = path.filter((_key, at) => isKeyOfEntity(path, at));
      return [...keys, ...(isReference ? [value] : [])].some((each) => names.includes(String(each)));
    });
    expect(left.map((path) => path.join('.'))).toEqual([]);
    for (const { key, rules } of Object.values(entities)) {
      expect(Object.hasOwn(entities, key)).toBe(true);
      for (const rule of rules) expect(rule.entity).toBe(key);
    }
  });

  it('nothing but that differs, and what people read is as it was', () => {
    const back = withStoredKeys(stored, new Map(names.map((name) => [`${name}Before`, name])));
    expect(compareSpecifications(specification, back)).toEqual([]);
    expect(Object.values(stored.entities).map(({ name, title }) => [name, title])).toEqual(
      Object.values(specification.entities).map(({ name, title }) => [name, title]),
    );
  });
});

const told = (before: string, after: string) =>
  compareDocuments(before, after).meaning!.map(
    ({ section, about, sentence }) => `${section} ${[...about, sentence].join(' › ')}`,
  );

describe('two documents, of which the later one says what things were called', () => {
  const tickets = ({
    body = 'body',
    open = 'open',
    close = 'close',
    boss = 'boss',
    high = 'high',
    price = 'price',
    was = false,
    more = '',
  }) => {
    const named = (name: string, former: string, options: string) =>
      `${name}: { ${options}${was && name !== former ? `, was: ${former}` : ''} }`;
    return documentOf({
      1: 'key: desk\nname: The desk\ncurrency: EUR',
      2: `screens: { /tickets: { list: Ticket, columns: [${body}], filters: [kind], sort: ${body}, roles: [${boss}] } }`,
      3: `entities: { Ticket: { title: A ticket, fields: { ${named(body, 'body', `type: text, title: Body${more}`)}, kind: { type: choice, of: { ${named(high, 'high', 'title: High')}, low: Low } }, lines: { type: table, fields: { ${named(price, 'price', 'type: money, title: Price')}, item: text } } } } }`,
      4: `lifecycles:
  Ticket:
    states: { ${named(open, 'open', 'title: Open')}, closed: { title: Closed, final: true } }
    actions: { ${named(close, 'close', `title: Close, from: ${open}, to: closed, by: [${boss}], ask: [${body}], approvals: { of: { ${boss}: 2 }, pins: [${body}] }`)} }
    timers: { late: { in: ${open}, after: P3D, call: tell } }`,
      5: `rules: { R1: { on: Ticket, in: [${open}], check: "true", error: WRONG, fields: [${body}] } }`,
      6: `roles: { ${named(boss, 'boss', 'title: Boss')}, staff: Staff }
permissions: { Ticket: { open: [${boss}], edit: [${boss}], fields: { ${body}: { read: [${boss}] } } } }`,
      7: `calls: { tell: { on: { entity: Ticket, action: ${close} }, post: "https://example.org/", then: { set: { ${body}: response.body.text } } } }`,
      8: 'errors: { WRONG: { message: Wrong. } }',
      9: `limits: { retention: { Ticket: { keep: P1Y, in: closed, sign: It goes } } }`,
    });
  };
  const NAMES = { body: 'text', open: 'new', close: 'finish', boss: 'head', high: 'urgent', price: 'cost' };

  it('tells what each was renamed from, and nothing else', () => {
    expect(told(tickets({}), tickets({ ...NAMES, was: true }))).toEqual([
      '3 Ticket › Body › Renamed from `body`.',
      '3 Ticket › Kind › High › Renamed from `high`.',
      '3 Ticket › Lines › Price › Renamed from `price`.',
      '4 Ticket › Open › Renamed from `open`.',
      '4 Ticket › Close › Renamed from `close`.',
      '6 Boss › Renamed from `boss`.',
    ]);
  });

  it('tells what changes in what it renames', () => {
    const after = tickets({ body: 'text', was: true, more: ', required: true' });
    expect(told(tickets({}), after)).toEqual([
      '3 Ticket › Body › Renamed from `body`.',
      '3 Ticket › Body › It has to be filled in now.',
    ]);
  });

  it('tells what is gone and what is new where it does not say so', () => {
    const sentencesOf = told(tickets({}), tickets({ body: 'text' }));
    expect(sentencesOf).toContain('3 Ticket › Field “Body” is gone.');
    expect(sentencesOf).toContain('3 Ticket › Field “Body” is new: text.');
  });

  it('tells of a field that goes while another takes its name', () => {
    const both = (first: string) => documentOf({ 3: `entities: { Ticket: { ${first} } }` });
    expect(
      told(
        both('fields: { body: text, note: { type: text, title: The note } }'),
        both('fields: { body: { type: text, title: The note, was: note } }'),
      ),
    ).toEqual(['3 Ticket › Field “Body” is gone.', '3 Ticket › The note › Renamed from `note`.']);
  });

  it('tells which choices have become one', () => {
    const choices = (of: string) =>
      documentOf({ 3: `entities: { Ticket: { fields: { kind: { type: choice, of: ${of} } } } }` });
    const before = choices('{ high: High, highest: Highest, low: Low }');
    expect(told(before, choices('{ urgent: { title: High, was: [high, highest] }, low: Low }'))).toContain(
      '3 Ticket › Kind › High › Renamed from `high` and `highest`.',
    );
    expect(told(before, choices('{ high: { title: High, was: highest }, low: Low }'))).toContain(
      '3 Ticket › Kind › High › It takes the place of `highest`, too.',
    );
  });

  it('tells that an entity is called otherwise, and not that one is gone and another new', () => {
    const before = document();
    const after = before
      .replace('{ Order: { fields', '{ Purchase: { was: Order, name: Purchase, fields')
      .replace('lifecycles:\n  Order:', 'lifecycles:\n  Purchase:')
      .replace('on: Order', 'on: Purchase')
      .replace('permissions: { Order:', 'permissions: { Purchase:');
    const all = compareDocuments(before, after).meaning!.map(({ sentence }) => sentence);
    expect(all).toContain('Renamed from `Order`.');
    expect(all.filter((sentence) => /^Entity/.test(sentence))).toEqual([]);
  });
});
