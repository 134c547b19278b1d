// An application of boxes in which much is hidden from readers: what the worlds of these tests have in common.

export interface Boxes {
  readonly key: string;
  /** Lines of YAML of section 1, besides key and name. */
  readonly product: string;
  /** Screens of boxes and notes. */
  readonly screens: string;
  /** Title of a box. */
  readonly title: string;
  /** Fields of a box, but for its name, amount and holder. */
  readonly fields: string;
  readonly states: string;
  readonly actions: string;
  /** Of a box: what stands large on its page. */
  readonly summary?: string;
  /** Lines of YAML of the lifecycle, besides states and actions. */
  readonly lifecycle?: string;
  /** Lines of YAML of section 5. */
  readonly rules?: string;
  /** Lines of YAML of section 7. */
  readonly calls?: string;
  readonly open: string;
  /** What of a box may be done besides reading and changing it. */
  readonly also?: string;
  /** Who may read and change which field. */
  readonly hidden: string;
}

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ' '.repeat(by) + line)
    .join('\n');

/** Readers read boxes as long as these are open, and keepers all. */
export const boxes = ({
  key,
  also = '',
  lifecycle = '',
  calls,
  summary = '',
  ...boxes
}: Boxes): string => `# Specification: ${key}
## 1. What the product does and for whom
\`\`\`yaml
key: ${key}
name: The ${key}
${boxes.product}
\`\`\`
## 2. Screens and routes
\`\`\`yaml
screens:
${indented(boxes.screens, 2)}
\`\`\`
## 3. Entities and their fields
\`\`\`yaml
entities:
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
      about: { type: reference, to: Box }
\`\`\`
## 4. States and transitions
\`\`\`yaml
lifecycles:
  Box:
    states: ${boxes.states}
    actions:
${indented(boxes.actions, 6)}
${indented(lifecycle, 4)}
\`\`\`
## 5. Validation rules
\`\`\`yaml
rules:
  R1: { on: Box, check: record.amount < 1000, error: TOO_DEAR, fields: [amount] }
${indented(boxes.rules ?? '', 2)}
\`\`\`
## 6. Roles and permissions
\`\`\`yaml
roles: { reader: { title: Reader }, keeper: { title: Keeper } }
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
    read: [reader, keeper]
\`\`\`
## 7. The calls it makes
${calls === undefined ? 'not shown.' : `\`\`\`yaml\ncalls:\n${indented(calls, 2)}\n\`\`\``}
## 8. The error catalogue
\`\`\`yaml
errors:
  TOO_DEAR: { message: "{record.amount} is more than the budget of {record.budget} ({record.secret}).", remedy: "Ask for {record.double}." }
\`\`\`
## 9. Business constants and limits
not shown.
`;
