// An application in which fields of every type are hidden from readers, and arbitrary values for them.
import fc from 'fast-check';

/** `titled`: whether the title of a record tells a hidden field. */
export const hiding = (key: string, titled: boolean) => `# Specification: ${key}
## 1. What the product does and for whom
\`\`\`yaml
key: ${key}
name: The ${key}
currency: EUR
\`\`\`
## 2. Screens and routes
\`\`\`yaml
screens:
  /boxes: { list: Box, columns: [number, name, secret, budget, double, kind, flag, other, guard, lines, bank, day, blind, state], filters: [name, secret, budget, kind, flag, other, guard, day, state], sort: secret }
  /boxes/large: { list: Box, columns: [name], sort: -budget, where: record.budget > 5 }
  /boxes/flagged: { list: Box, columns: [name, flag], where: record.flag == true }
  /boxes/board: { board: Box, card: [name, secret, budget, flag] }
  /notes: { list: Note, columns: [text, about], filters: [about] }
\`\`\`
## 3. Entities and their fields
\`\`\`yaml
entities:
  Box:
    number: "B-{seq:4}"
    title: "{name}${titled ? ' {secret}' : ''}"
    fields:
      name: { type: text, required: true }
      amount: { type: integer }
      secret: { type: text, max: 4000 }
      budget: { type: money }
      double: { type: money, computed: record.budget * 2 }
      kind: { type: choice, of: [Red, Green, Ultramarine] }
      flag: { type: boolean }
      other: { type: reference, to: Box }
      guard: { type: user }
      day: { type: date }
      moment: { type: dateTime }
      lines: { type: table, fields: { item: { type: text }, price: { type: money } } }
      total: { type: money, computed: "record.lines.map(l, l.price).sum()" }
      blind: { type: text }
      holder: { type: user, default: user }
      bank: { type: text, personal: holder }
  Note:
    title: "{text}"
    fields:
      text: { type: text }
      about: { type: reference, to: Box }
\`\`\`
## 4. States and transitions
\`\`\`yaml
lifecycles:
  Box:
    states: { open: { title: Open }, closed: { title: Closed }, shelved: { title: Shelved } }
    actions:
      close: { from: open, to: closed, by: [reader, keeper], reason: optional }
      shelve: { from: open, to: shelved, by: [reader, keeper], reason: optional }
      spend: { from: open, by: [reader, keeper], ask: [amount, blind] }
      look: { from: open, by: [reader, keeper], ask: [secret, budget] }
\`\`\`
## 5. Validation rules
\`\`\`yaml
rules:
  R1: { on: Box, check: record.amount < 1000, error: TOO_DEAR, fields: [amount] }
\`\`\`
## 6. Roles and permissions
\`\`\`yaml
roles: { reader: { title: Reader }, keeper: { title: Keeper } }
permissions:
  Box:
    open: [reader, keeper]
    read: { reader: "record.state == 'open'", keeper: true }
    edit: [reader, keeper]
    assign: [reader, keeper]
    fields:
${['secret', 'budget', 'kind', 'flag', 'other', 'guard', 'day', 'moment', 'lines', 'bank']
  .map((field) => `      ${field}: { read: [keeper], edit: [keeper] }`)
  .join('\n')}
      double: { read: [keeper] }
      total: { read: [keeper] }
      blind: { read: [keeper], edit: [reader, keeper] }
  Note:
    open: [reader, keeper]
    read: [reader, keeper]
\`\`\`
## 7. The calls it makes
not shown.
## 8. The error catalogue
\`\`\`yaml
errors:
  TOO_DEAR: { message: "{record.amount} is more than the budget of {record.budget} ({record.secret}).", remedy: "Ask for {record.double}." }
\`\`\`
## 9. Business constants and limits
not shown.
`;

const text = fc.constantFrom('', 'x', 'secret', 'sesame', 'Paper & <pens>', '=1+1', 'lang '.repeat(300));
const money = fc.constantFrom('', '0.00', '1.00', '6.00', '5000.00', '918273.01');

/** What somebody could fill into the hidden fields; every one may be empty. */
export const hiddenValues = (records: readonly string[], people: readonly string[]) => {
  const boxes = fc.constantFrom('', ...records);
  return fc.record({
    secret: text,
    budget: money,
    kind: fc.constantFrom('', 'Red', 'Green', 'Ultramarine'),
    flag: fc.constantFrom<boolean | null>(null, true, false),
    other: boxes,
    guard: fc.constantFrom('', ...people),
    day: fc.constantFrom('', '2026-11-20', '2027-01-01'),
    moment: fc.constantFrom('', '2026-11-20T10:00:00Z'),
    lines: fc.array(fc.record({ item: text, price: money }), { maxLength: 3 }),
    blind: text,
    bank: text,
  });
};

export type HiddenValues =
  ReturnType<typeof hiddenValues> extends fc.Arbitrary<infer Values> ? Values : never;
