// The example as a document, checked for real, with real expressions.
import { checkDocument } from '#specification/check-document.js';
import type { Specification } from '#specification/model/specification.js';

export const DOCUMENT = `# Specification: orders

## 1. What the product does and for whom

Somebody orders, somebody else approves.

\`\`\`yaml
key: orders
name: Orders
timeZone: Europe/Berlin
currency: EUR
\`\`\`

## 2. Screens and routes

not shown.

## 3. Entities and their fields

\`\`\`yaml
entities:
  Order:
    number: "O-{year}-{seq:3}"
    title: "{number} {title}"
    fields:
      title: { type: text, required: true, max: 40 }
      kind: { type: choice, of: [Small, Large] }
      lines: { type: table, fields: { item: { type: text, required: true }, quantity: { type: integer, min: 1 }, price: { type: money } } }
      amount: { type: money, computed: "record.lines.map(l, l.quantity * l.price).sum()" }
      double: { type: money, computed: "record.amount + record.amount" }
      weight: { type: decimal, places: 3 }
      urgent: { type: boolean }
      neededOn: { type: date }
      meeting: { type: dateTime }
      parent: { type: reference, to: Order }
      requestedBy: { type: user, default: user }
      iban: { type: text, personal: requestedBy }
      note: { type: text, multiline: true }
      paidOn: { type: date, required: true }
\`\`\`

## 4. States and transitions

\`\`\`yaml
lifecycles:
  Order:
    states:
      draft: { title: Draft }
      submitted: { title: Submitted }
      approved: { title: Approved }
      paid: { title: Paid, final: true }
      rejected: { title: Rejected }
    actions:
      submit: { from: draft, to: submitted, by: [staff], guard: record.requestedBy == user.id }
      approve: { from: submitted, to: approved, by: [boss], not: record.requestedBy }
      reject: { from: submitted, to: rejected, by: [boss], reason: required }
      pay: { from: approved, to: paid, by: [finance], ask: [paidOn, note] }
      back: { from: rejected, to: draft }
\`\`\`

## 5. Validation rules

\`\`\`yaml
rules:
  R1: { on: Order, in: [submitted, approved], check: record.amount > 0, error: FREE, fields: [lines] }
  R2: { on: Order, in: [paid], check: record.paidOn >= record.neededOn, error: FREE, fields: [paidOn] }
\`\`\`

## 6. Roles and permissions

\`\`\`yaml
roles:
  staff: { title: Staff, everyone: true }
  boss: { title: Boss }
  finance: { title: Finance }
permissions:
  Order:
    open: [staff]
    read: { staff: record.requestedBy == user.id, boss: true, finance: true }
    edit: { staff: record.state == 'draft', boss: true }
    comment: [staff]
    fields: { iban: { read: [finance], edit: [staff, finance] }, weight: { edit: [boss] } }
\`\`\`

## 7. The calls it makes

not shown.

## 8. The error catalogue

\`\`\`yaml
errors:
  FREE: { message: "{record.number} costs nothing." , remedy: Add a price. }
\`\`\`

## 9. Business constants and limits

\`\`\`yaml
limits: { opensPerUserPerDay: 20 }
\`\`\`
`;

export function checkedExample(): Specification {
  const checked = checkDocument(DOCUMENT);
  if (checked.ok) return checked.specification;
  throw new Error(checked.problems.map(({ line, message }) => `${line}: ${message}`).join('\n'));
}
