import type { Entity, NumberFormat, Permissions, Rule } from '../model/specification.js';
import {
  compareMembers,
  createDifference,
  joinWithAnd,
  ignoreDifference,
  comparePart,
  compareFormatted,
  compareText,
  compareKeyedList,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  type ComparisonLocation,
  type Comparison,
  type MemberComparisons,
  type KeyedComparison,
} from './differences.js';
import {
  formatCode,
  compareExpression,
  compareFields,
  getFieldTitle,
  compareGrant,
  formatGrant,
  compareStates,
} from './format-model.js';
import { createFieldComparison } from './compare-fields.js';
import { LIFECYCLE_COMPARISON } from './compare-lifecycles.js';

const inSection = (section: ComparisonLocation['section'], at: ComparisonLocation): ComparisonLocation => ({
  ...at,
  section,
});

const RULE: MemberComparisons<Rule> = {
  id: IGNORED_KEY,
  entity: IGNORED_KEY,
  in: compareStates('Holds in', 'every state'),
  check: compareExpression('What has to hold'),
  error: compareText('Error'),
  fields: compareFields('Fields it points at'),
  place: IGNORED_LOCATION,
};

type FieldGrants = Permissions['fields'];

const FIELD_GRANTS: MemberComparisons<FieldGrants[string]> = {
  read: compareGrant('Who may see it', 'everyone who reads the record'),
  edit: compareGrant('Who may change it', 'everyone who changes the record'),
};

const fieldGrants: Comparison<FieldGrants> = (before, after, at) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const title = getFieldTitle(key, at.after);
    return compareMembers(FIELD_GRANTS, before[key] ?? {}, after[key] ?? {}, {
      ...at,
      about: [...at.about, title],
    });
  });

const PERMISSIONS: MemberComparisons<Permissions> = {
  open: compareGrant('Who may open one'),
  read: compareGrant('Who may read it'),
  edit: compareGrant('Who may change it'),
  comment: compareGrant('Who may comment'),
  assign: compareGrant('Who may assign it'),
  erase: compareGrant('Who may erase what is due', 'nobody'),
  fields: fieldGrants,
  place: IGNORED_LOCATION,
};

const NUMBER: MemberComparisons<NumberFormat> = {
  source: compareText('Numbers are made as'),
  place: IGNORED_LOCATION,
  digits: ignoreDifference('it follows from how the document writes it'),
  scope: ignoreDifference('it follows from how the document writes it'),
  format: ignoreDifference('it follows from how the document writes it'),
};

const ENTITY: MemberComparisons<Entity> = {
  key: IGNORED_KEY,
  name: (before, after, at) =>
    before === after ? [] : [createDifference(at, `Renamed from \`${before}\`.`)],
  title: compareWording('Title'),
  plural: compareWording('Title of several'),
  place: IGNORED_LOCATION,
  number: comparePart(NUMBER, {
    added: 'Its records have numbers now.',
    removed: 'New records have no number any more.',
  }),
  recordTitle: compareFormatted<Entity['recordTitle']>('Records are called', formatCode, { kind: 'words' }),
  summary: compareFields('Large at the top', 'nothing'),
  fields: compareKeyedList(createFieldComparison('Field')),
  lifecycle: (before, after, at) => compareMembers(LIFECYCLE_COMPARISON, before, after, inSection(4, at)),
  rules: (before, after, at) =>
    compareKeyedList<Rule>({
      noun: 'Rule',
      key: ({ id }) => id,
      title: ({ id }) => id,
      line: ({ place }) => place.line,
      describe: ({ check }) => formatCode(check),
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

export const ENTITY_COMPARISON: KeyedComparison<Entity> = {
  noun: 'Entity',
  key: ({ key }) => key,
  title: ({ title }) => title,
  line: ({ place }) => place.line,
  describe: ({ fields: all, permissions: { read } }, side) =>
    `${joinWithAnd(all.map(({ title }) => title)) ?? 'no fields'}; read by ${read ? formatGrant(read, side) : 'every signed-in person'}`,
  members: ENTITY,
  within: (at, { key: entity }) => ({
    ...at,
    before: { ...at.before, entity },
    after: { ...at.after, entity },
  }),
};
