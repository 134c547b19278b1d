// Valid documents, large in one direction each.
import { documentOf } from './documents.js';

const many = <T>(count: number, one: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => one(index));
const listed = (count: number, name: (index: number) => string) => `[${many(count, name).join(', ')}]`;

const REQUEST = 'entities:\n  Request:\n    fields:\n      title: text\n      amount: money';
const PRODUCT = 'currency: EUR';

/** By what there is much of. */
export const LARGE: Readonly<Record<string, (count: number) => string>> = {
  states: (count) =>
    documentOf({
      3: 'entities:\n  Request:\n    fields: { title: text }',
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: { title: State ${n} }`).join('\n')}\n    actions:\n      go: { from: s0, to: s${count - 1} }`,
    }),
  'states in a row, with actions': (count) =>
    documentOf({
      3: 'entities:\n  Request:\n    fields: { title: text }',
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: { title: State ${n} }`).join('\n')}\n    actions:\n${many(count - 1, (n) => `      a${n}: { from: s${n}, to: s${n + 1} }`).join('\n')}`,
    }),
  'actions from every state': (count) =>
    documentOf({
      3: 'entities:\n  Request:\n    fields: { title: text }',
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: {}`).join('\n')}\n    actions:\n${many(20, (m) => `      a${m}: { from: ${listed(count, (n) => `s${n}`)}, to: s${m} }`).join('\n')}`,
    }),
  'states a rule names': (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: {}`).join('\n')}`,
      5: `rules:\n${many(20, (m) => `  R${m}: { on: Request, in: ${listed(count, (n) => `s${n}`)}, check: record.amount > ${m} }`).join('\n')}`,
    }),
  'actions from anywhere': (count) =>
    documentOf({
      3: 'entities:\n  Request:\n    fields: { title: text }',
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: {}`).join('\n')}\n    actions:\n${many(count, (n) => `      a${n}: { from: "*", to: s${n} }`).join('\n')}`,
    }),
  fields: (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: { type: text }`).join('\n')}`,
    }),
  'computed fields': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n      f0: integer\n${many(count - 1, (n) => `      f${n + 1}: { type: integer, computed: record.f${n} + 1 }`).join('\n')}`,
    }),
  'fields with defaults': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: { type: integer, default: ${n} }`).join('\n')}`,
    }),
  choices: (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n      kind: { type: choice, of: ${listed(count, (n) => `c${n}`)} }`,
    }),
  entities: (count) =>
    documentOf({
      3: `entities:\n${many(count, (n) => `  E${n}:\n    fields: { a: text, b: { type: reference, to: E${(n * 7) % count} } }`).join('\n')}`,
    }),
  roles: (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      6: `roles: ${listed(count, (n) => `role${n}`)}\npermissions:\n  Request:\n    read: ${listed(count, (n) => `role${n}`)}\n    edit:\n${many(count, (n) => `      role${n}: record.amount > ${n}`).join('\n')}`,
    }),
  rules: (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      5: `rules:\n${many(count, (n) => `  R${n}: { on: Request, check: record.amount > ${n}, error: E${n % 50}, fields: [amount] }`).join('\n')}`,
      8: `errors:\n${many(50, (n) => `  E${n}: { message: "{record.title} is wrong" }`).join('\n')}`,
    }),
  constants: (count) => documentOf({ 9: `constants:\n${many(count, (n) => `  c${n}: ${n}`).join('\n')}` }),
  screens: (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      2: `screens:\n${many(count, (n) => `  /s${n}: { list: Request, columns: [title, amount], where: "record.amount > ${n}" }`).join('\n')}`,
    }),
  errors: (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      8: `errors:\n${many(count, (n) => `  E${n}: { message: "Number ${n} of {record.title}", remedy: Mend it }`).join('\n')}`,
    }),
  calls: (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      7: `calls:\n${many(count, (n) => `  c${n}: { on: Request.open, post: "http://127.0.0.1/{record.title}", body: { a: record.amount } }`).join('\n')}`,
    }),
  'fields with permissions': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: text`).join('\n')}`,
      6: `roles: [a, b]\npermissions:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: { read: [a], edit: [b] }`).join('\n')}`,
    }),
  'columns of a screen': (count) =>
    documentOf({
      2: `screens:\n  /all: { list: Request, columns: ${listed(count, (n) => `f${n}`)} }`,
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: text`).join('\n')}`,
    }),
  paragraphs: (count) =>
    documentOf({}).replace('not shown.', many(count, (n) => `Paragraph ${n}.`).join('\n\n')),
  headings: (count) =>
    documentOf({}).replace('not shown.', many(count, (n) => `### Heading ${n}\n\nWords.`).join('\n')),
  'blocks of yaml': (count) =>
    documentOf({}).replace(
      `## 9. Business constants and limits\nnot shown.`,
      `## 9. Business constants and limits\n${many(count, (n) => `\`\`\`yaml\nconstants: { c${n}: 1 }\n\`\`\``).join('\n\n')}`,
    ),
  'rows of a table in prose': (count) =>
    documentOf({}).replace(
      'not shown.',
      `| a | b |\n|---|---|\n${many(count, (n) => `| ${n} | *b* |`).join('\n')}`,
    ),
  'a long text': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    help: "${'a {x} b '.repeat(count)}"\n    fields: { a: text }`,
    }),
  'a long message': (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      8: `errors:\n  E1:\n    message: "${many(count, (n) => `{record.title} ${n}`).join(' ')}"`,
    }),
};

/** With an error in each. */
export const LARGE_AND_WRONG: Readonly<Record<string, (count: number) => string>> = {
  'unknown states': (count) =>
    documentOf({
      3: 'entities:\n  Request:\n    fields: { title: text }',
      4: `lifecycles:\n  Request:\n    states:\n${many(count, (n) => `      s${n}: {}`).join('\n')}\n    actions:\n${many(count, (n) => `      a${n}: { from: t${n}, to: u${n} }`).join('\n')}`,
    }),
  'unknown keys': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields: { a: text }\n${many(count, (n) => `    key${n}: 1`).join('\n')}`,
    }),
  'wrong values': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: { type: tex${n} }`).join('\n')}`,
    }),
  'keys that stand twice': (count) =>
    documentOf({ 9: `constants:\n${many(count, () => '  c: 1').join('\n')}` }),
  'unknown names in expressions': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: integer`).join('\n')}`,
      5: `rules:\n${many(count, (n) => `  R${n}: { on: Request, check: record.g${n} > 1 }`).join('\n')}`,
    }),
  'unknown roles': (count) =>
    documentOf({
      3: REQUEST,
      1: PRODUCT,
      6: `roles: ${listed(count, (n) => `role${n}`)}\npermissions:\n  Request:\n    read: ${listed(count, (n) => `rule${n}x`)}`,
    }),
  'headings that are none': (count) => documentOf({}) + many(count, (n) => `## Section ${n}\n`).join('\n'),
  'sections that stand twice': (count) =>
    documentOf({}) + '## 9. Business constants and limits\n'.repeat(count),
  'list items that do not fit': (count) => documentOf({ 6: `roles: ${listed(count, () => '{}')}` }),
  'fields computed in circles': (count) =>
    documentOf({
      3: `entities:\n  Request:\n    fields:\n${many(count, (n) => `      f${n}: { type: integer, computed: record.f${(n + 1) % count} + 1 }`).join('\n')}`,
    }),
};
