// Fields of every type are hidden from readers.
import fc from 'fast-check';
import { boxes } from './boxes.js';

const HIDDEN = [
  'secret',
  'budget',
  'kind',
  'flag',
  'other',
  'guard',
  'day',
  'moment',
  'lapse',
  'lines',
  'bank',
  'later',
  'arbiter',
];

interface Hiding {
  /** The title contains a hidden field. */
  readonly titled: boolean;
  /** Calls and a timer have conditions on hidden fields: operators and auditors learn the results. */
  readonly conditional: boolean;
}

const CONDITIONAL = {
  timers: 'nudge: { title: Nudge, in: open, after: PT1S, unless: record.flag == true, mail: tell }',
  calls: `
flagged: { title: Flagged, on: Box, when: record.flag == true, mail: { to: record.holder.email, subject: Flagged, text: Hello } }
shut: { title: Shut, on: Box.close, when: "record.secret == 'x'", mail: { to: record.holder.email, subject: Shut, text: Hello } }`,
};
const UNCONDITIONAL = { timers: '', calls: '' };

export const hiding = (key: string, { titled, conditional }: Hiding) => {
  const more = conditional ? CONDITIONAL : UNCONDITIONAL;
  return boxes({
    key,
    product: 'currency: EUR',
    screens: `
/boxes: { list: Box, columns: [number, name, secret, budget, double, kind, flag, other, guard, lines, bank, day, blind, state], filters: [name, secret, budget, kind, flag, other, guard, day, state], sort: secret }
/boxes/large: { list: Box, columns: [name], sort: -budget, where: record.budget > 5 }
/boxes/flagged: { list: Box, columns: [name, flag], where: record.flag == true }
/boxes/board: { board: Box, card: [name, secret, budget, flag] }
/reports/budget: { report: Box, measure: [count, sum(budget), avg(double), max(budget), min(amount)], by: [kind, flag], filters: [secret, budget, kind, guard, day, state] }
/reports/day: { report: Box, measure: [count, sum(budget)], by: guard, over: month, time: day, chart: line }
/reports/opened: { report: Box, measure: [count, sum(amount)], by: [other, secret], over: day, where: record.budget > 5 }
/reports/state: { report: Box, measure: count, by: state, chart: donut, where: record.flag == true }
/calendars/day: { calendar: Box, from: day, until: lapse, label: secret }
/calendars/due: { calendar: Box, from: seen, until: lapse, label: name }
/calendars/guarded: { calendar: Box, from: seen, until: half, where: record.flag == true }
/calendars/opened: { calendar: Box, from: openedAt, until: moment }
/dashboards/all: { dashboard: { tiles: [{ count: /boxes/large }, { count: /boxes/board }, { list: /boxes }, { list: /boxes/flagged }, { report: /reports/budget }, { report: /reports/state }, { report: /reports/opened }, { count: /notes }] } }
/notes: { list: Note, columns: [text, about], filters: [about] }`,
    title: titled ? '{name} {secret}' : '{name}',
    fields: `
secret: { type: text, max: 4000 }
budget: { type: money }
double: { type: money, computed: record.budget * 2 }
kind: { type: choice, of: [Red, Green, Ultramarine] }
flag: { type: boolean }
other: { type: reference, to: Box }
guard: { type: user }
day: { type: date }
moment: { type: dateTime }
lapse: { type: date }
seen: { type: date }
half: { type: date }
lines: { type: table, fields: { item: { type: text }, price: { type: money } } }
total: { type: money, computed: "record.lines.map(l, l.price).sum()" }
blind: { type: text }
bank: { type: text, personal: holder }
later: { type: date }
arbiter: { type: user }`,
    summary: 'secret, budget, day, name',
    lifecycle: `
due: { lapse: [open], half: [open], seen: [open] }
timers:
  remind: { title: Remind the guard, in: open, after: P400D, mail: write, unless: record.flag == true }
  visit: { title: Visit, in: open, at: record.later, mail: tell }
  warn: { title: Warn, in: [open, closed], after: P500D, repeat: P9D, mail: tell }
  ${more.timers}`,
    calls: `
write: { title: A word to the guard, mail: { to: record.guard.email, subject: Soon, text: "{record.secret}" } }
tell: { mail: { to: ["record.flag == true ? record.openedBy.email : record.holder.email", record.holder.email], subject: Soon, text: Hello } }
${more.calls}`,
    rules: 'R2: { on: Box, in: [filed], check: record.amount > 2000, error: TOO_DEAR, fields: [amount] }',
    states:
      '{ open: { title: Open }, closed: { title: Closed }, shelved: { title: Shelved }, filed: { title: Filed } }',
    actions: `
close: { from: open, to: closed, by: [reader, keeper], reason: optional }
shelve: { from: open, to: shelved, by: [reader, keeper], reason: optional }
spend: { from: open, by: [reader, keeper], ask: [amount, blind] }
look: { from: open, by: [reader, keeper], ask: [secret, budget] }
agree: { from: open, to: closed, by: [reader, keeper], approvals: 2, not: record.arbiter }
file: { from: open, to: filed, by: [reader, keeper] }
judge: { from: open, to: filed, by: [reader, keeper], guard: "record.budget > 99999999 || record.flag == true && record.amount > 99999" }
hand: { from: open, to: closed, by: [keeper], not: record.arbiter }`,
    open: '[reader, keeper]',
    also: 'assign: [reader, keeper]',
    hidden: `
${HIDDEN.map((field) => `${field}: { read: [keeper], edit: [keeper] }`).join('\n')}
half: { read: { keeper: true, reader: record.amount > 900 }, edit: [keeper] }
double: { read: [keeper] }
total: { read: [keeper] }
blind: { read: [keeper], edit: [reader, keeper] }`,
  });
};

const text = fc.constantFrom('', 'x', 'secret', 'sesame', 'Paper & <pens>', '=1+1', 'lang '.repeat(300));
const money = fc.constantFrom('', '0.00', '1.00', '6.00', '5000.00', '918273.01');

/** Each may be empty. */
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
    moment: fc.constantFrom('', '2026-11-20T10:00:00Z', '2027-01-04T23:30:00Z'),
    lapse: fc.constantFrom('', '2026-11-21', '2026-12-24'),
    half: fc.constantFrom('', '2026-11-21', '2026-12-24'),
    lines: fc.array(fc.record({ item: text, price: money }), { maxLength: 3 }),
    blind: text,
    bank: text,
    // An action reveals whether someone may not act, but not who.
    arbiter: fc.constantFrom(...people),
    later: fc.constantFrom('', '2098-01-01', '2099-01-01'),
  });
};

export type HiddenValues =
  ReturnType<typeof hiddenValues> extends fc.Arbitrary<infer Values> ? Values : never;
