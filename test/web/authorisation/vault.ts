// Almost everything is hidden from someone, and every value occurs nowhere else.
import { boxes } from './boxes.js';

/** `extra`: a field only the first version has. */
const document = (key: string, extra: string, permission: string) =>
  boxes({
    key,
    product: 'locale: de-DE',
    screens: `
/boxes: { list: Box, columns: [number, name, secret, budget, double, lines, blind, state], filters: [name, secret, budget], sort: secret }
/boxes/large: { list: Box, columns: [name], sort: name, where: record.budget > 5 }
/boxes/board: { board: Box, card: [name, secret, budget] }
/reports/budget: { report: Box, measure: [count, sum(budget), avg(double), max(budget)], by: [name, secret], filters: [secret, budget] }
/reports/blind: { report: Box, measure: [count, sum(budget)], by: blind, over: day, where: record.budget > 5 }
/calendars/opened: { calendar: Box, from: openedAt, label: secret }
/dashboards/all: { dashboard: { tiles: [{ count: /boxes/large }, { list: /boxes, title: All }, { list: /boxes/large }, { report: /reports/budget }, { report: /reports/blind }] } }
/notes: { list: Note, columns: [text] }`,
    title: '{name} {secret}',
    fields: `
secret: { type: text }
budget: { type: integer }
double: { type: integer, computed: record.budget * 2 }
lines: { type: table, fields: { item: { type: text } } }
blind: { type: text }
bank: { type: text, personal: holder }
${extra}`,
    states: '{ open: { title: Open }, closed: { title: Closed } }',
    actions: `
close: { from: open, to: closed, by: [keeper], reason: optional }
spend: { from: open, by: [reader, keeper], ask: [amount, blind] }
agree: { from: open, to: closed, by: [reader, keeper], approvals: 2, sign: I agree }`,
    open: '[keeper]',
    also: 'erase: [keeper]',
    limits: '{ retention: { Box: P10Y } }',
    hidden: `
secret: { read: [keeper], edit: [keeper] }
budget: { read: [keeper], edit: [keeper] }
double: { read: [keeper] }
lines: { read: [keeper], edit: [keeper] }
bank: { read: [keeper], edit: [keeper] }
blind: { read: [keeper], edit: [reader, keeper] }
${permission}`,
  });

export const first = (key: string) =>
  document(key, 'gone: { type: text }', 'gone: { read: [keeper], edit: [keeper] }');
export const second = (key: string) =>
  document(key, '', '').replace('    fields:\n', '    removed: [gone]\n    fields:\n');

export interface Values {
  readonly secret: string;
  readonly budget: number;
  readonly lines: readonly { readonly item: string }[];
  readonly blind: string;
  readonly bank: string;
}

/** Boxes that only keepers read. */
export const values = (mark: string, budget: number): Values => ({
  secret: `sec<${mark}>&ret`,
  budget,
  lines: [{ item: `item-${mark}` }],
  blind: `blind-${mark}`,
  bank: `bank-${mark}`,
});

const known = new Map<string | number, readonly string[]>();

/** Plain, escaped, encoded, and with grouped digits. */
export function forms(value: string | number): readonly string[] {
  const all = known.get(value) ?? formsOf(value);
  known.set(value, all);
  return all;
}

function formsOf(value: string | number): readonly string[] {
  const text = String(value);
  const grouped = typeof value === 'number' ? ['.', ',', ' ', '\u00a0', '\u202f', '’'] : [];
  const bytes = Buffer.from(text);
  // A base64 text contains another at three alignments, apart from its ends.
  const inside = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    return padded.slice(shift === 0 ? 0 : shift + 1, -2);
  });
  const all = [
    text,
    encodeURIComponent(text),
    new URLSearchParams({ v: text }).toString().slice(2),
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    JSON.stringify(text).slice(1, -1),
    bytes.toString('hex'),
    ...inside,
    ...inside.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
    ...grouped.map((mark) => text.replace(/\B(?=(\d{3})+$)/g, mark)),
  ];
  return [...new Set(all)].filter((form) => form.length > 5);
}
