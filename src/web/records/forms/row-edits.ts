import type { RecordInput } from '#domain/record/record-commands.js';

export interface RowEdit {
  /** `total`: recompute sums only. */
  readonly what: 'add' | 'remove' | 'duplicate' | 'total';
  readonly table: string;
  /** Zero-based, for remove and duplicate. */
  readonly row: number;
}

const EDIT = /^(add|remove|duplicate|total) ([^.\s]+)(?:\.(\d{1,9}))?$/;

/** undefined: no row button was pressed. */
export function rowEditIn(text: string | undefined): RowEdit | undefined {
  const [, what, table, row = '0'] = EDIT.exec(text ?? '') ?? [];
  return what === undefined ? undefined : { what: what as RowEdit['what'], table: table!, row: Number(row) };
}

/** Added rows are empty, hence not in the input. */
export function withRowEdit(input: RecordInput, edit: RowEdit | undefined): RecordInput {
  const rows = edit && input[edit.table];
  if (!Array.isArray(rows) || edit!.row >= rows.length) return input;
  const { what, table, row } = edit!;
  const copied = rows as readonly unknown[];
  if (what === 'remove') return { ...input, [table]: copied.filter((_, index) => index !== row) };
  if (what === 'duplicate') return { ...input, [table]: copied.toSpliced(row + 1, 0, copied[row]) };
  return input;
}
