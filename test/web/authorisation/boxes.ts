import { documentOf } from '#test/specification/documents.js';

export interface Boxes {
  readonly key: string;
  readonly product: string;
  readonly screens: string;
  readonly title: string;
  /** Besides name, amount and holder. */
  readonly fields: string;
  readonly states: string;
  readonly actions: string;
  readonly summary?: string;
  /** Besides states and actions. */
  readonly lifecycle?: string;
  readonly rules?: string;
  readonly calls?: string;
  readonly open: string;
  /** Permissions besides reading and changing a box. */
  readonly also?: string;
  readonly hidden: string;
  readonly limits?: string;
}

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ' '.repeat(by) + line)
    .join('\n');

/** Readers read open boxes, keepers all. */
export const boxes = ({
  key,
  also = '',
  lifecycle = '',
  calls,
  limits,
  summary = '',
  ...boxes
}: Boxes): string =>
  documentOf({
    1: `key: ${key}
name: The ${key}
${boxes.product}`,
    2: `screens:
${indented(boxes.screens, 2)}`,
    3: `entities:
  Box:
    number: "B-{seq:4}"
    title: "${boxes.title}"
    summary: [${summary}]
    fields:
      name: { type: text, required: true }
      amount: { type: integer }
${indented(boxes.fields, 6)}
      holder: { type: user, default: user }
  Note:
    title: "{text}"
    fields:
      text: { type: text }
      about: { type: reference, to: Box }`,
    4: `lifecycles:
  Box:
    states: ${boxes.states}
    actions:
${indented(boxes.actions, 6)}
${indented(lifecycle, 4)}`,
    5: `rules:
  R1: { on: Box, check: record.amount < 1000, error: TOO_DEAR, fields: [amount] }
${indented(boxes.rules ?? '', 2)}`,
    6: `roles: { reader: { title: Reader }, keeper: { title: Keeper } }
permissions:
  Box:
    open: ${boxes.open}
    read: { reader: "record.state == 'open'", keeper: true }
    edit: [reader, keeper]
${indented(also, 4)}
    fields:
${indented(boxes.hidden, 6)}
  Note:
    open: [reader, keeper]
    read: [reader, keeper]`,
    ...(calls !== undefined && { 7: `calls:\n${indented(calls, 2)}` }),
    8: `errors:
  TOO_DEAR: { message: "{record.amount} is more than the budget of {record.budget} ({record.secret}).", remedy: "Ask for {record.double}." }`,
    ...(limits !== undefined && { 9: `limits: ${limits}` }),
  });
