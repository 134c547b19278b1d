// How entities are compared: what they are called, their rules, and who may do what with their records.
import type { Entity, NumberFormat, Permissions, Rule } from '../model/specification.js';
import {
  compareMembers,
  difference,
  listed,
  notCompared,
  part,
  said,
  text,
  things,
  worded,
  KEY,
  PLACE,
  type At,
  type Comparison,
  type Members,
  type Things,
} from './differences.js';
import { code, expression, fields, fieldTitle, grant, grantOf, states } from './model-in-words.js';
import { fieldThings } from './compare-fields.js';
import { LIFECYCLE } from './compare-lifecycles.js';

const inSection = (section: At['section'], at: At): At => ({ ...at, section });

const RULE: Members<Rule> = {
  id: KEY,
  entity: KEY,
  in: states('Holds in', 'every state'),
  check: expression('What has to hold'),
  error: text('Error'),
  fields: fields('Fields it points at'),
  place: PLACE,
};

type FieldGrants = Permissions['fields'];

const FIELD_GRANTS: Members<FieldGrants[string]> = {
  read: grant('Who may see it', 'whoever reads the record'),
  edit: grant('Who may change it', 'whoever changes the record'),
};

const fieldGrants: Comparison<FieldGrants> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const title = fieldTitle(key, at.after);
    return compareMembers(FIELD_GRANTS, before[key] ?? {}, after[key] ?? {}, {
      ...at,
      about: [...at.about, title],
    });
  });

const PERMISSIONS: Members<Permissions> = {
  open: grant('Who may open one'),
  read: grant('Who may read it'),
  edit: grant('Who may change it'),
  comment: grant('Who may comment'),
  assign: grant('Who may assign it'),
  erase: grant('Who may erase what is due', 'nobody'),
  fields: fieldGrants,
  place: PLACE,
};

const NUMBER: Members<NumberFormat> = {
  source: text('Numbers are made as'),
  place: PLACE,
  digits: notCompared('it follows from how the document writes it'),
  scope: notCompared('it follows from how the document writes it'),
  format: notCompared('it follows from how the document writes it'),
};

const ENTITY: Members<Entity> = {
  key: KEY,
  name: (before, after, at) => (before === after ? [] : [difference(at, `Renamed from \`${before}\`.`)]),
  title: worded('Title'),
  plural: worded('Title of several'),
  place: PLACE,
  number: part(NUMBER, {
    added: 'Its records have numbers now.',
    removed: 'New records have no number any more.',
  }),
  recordTitle: said<Entity['recordTitle']>('Records are called', code, { kind: 'words' }),
  summary: fields('Large at the top', 'nothing'),
  fields: things(fieldThings('Field')),
  lifecycle: (before, after, at) => compareMembers(LIFECYCLE, before, after, inSection(4, at)),
  rules: (before, after, at) =>
    things<Rule>({
      noun: 'Rule',
      key: ({ id }) => id,
      title: ({ id }) => id,
      line: ({ place }) => place.line,
      describe: ({ check }) => code(check),
      members: RULE,
      ordered: 'never',
    })(before, after, inSection(5, at)),
  permissions: (before, after, at) => {
    const line = after.place?.line ?? before.place?.line;
    const { line: _, ...here } = at;
    const there = { ...here, section: 6 as const, ...(line !== undefined && { line }) };
    return compareMembers(PERMISSIONS, before, after, there);
  },
};

export const ENTITIES: Things<Entity> = {
  noun: 'Entity',
  key: ({ key }) => key,
  title: ({ title }) => title,
  line: ({ place }) => place.line,
  describe: ({ fields: all, permissions: { read } }, side) =>
    `${listed(all.map(({ title }) => title)) ?? 'no fields'}; read by ${read ? grantOf(read, side) : 'everybody who is signed in'}`,
  members: ENTITY,
  within: (at, { key: entity }) => ({
    ...at,
    before: { ...at.before, entity },
    after: { ...at.after, entity },
  }),
};
