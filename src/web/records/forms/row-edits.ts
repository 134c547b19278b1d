// What the buttons of a table in a form do to its rows, while nothing is sent yet.
import type { RecordInput } from '#domain/record/record-commands.js';

export interface RowEdit {
  /** `total`: recompute sums only. */
  readonly what: 'add' | 'remove' | 'duplicate' | 'total';
  /** Key of the field. */
  readonly table: string;
  /** From 0; of one that is removed or duplicated. */
  readonly row: number;
}

const EDIT = /^(add|remove|duplicate|total) ([^.\s]+)(?:\.(\d{1,9}))?$/;

/** undefined: none of these buttons was pressed. */
export function rowEditIn(text: string | undefined): RowEdit | undefined {
  const [, what, table, row = '0'] = EDIT.exec(text ?? '') ?? [];
  return what === undefined ? undefined : { what: what as RowEdit['what'], table: table!, row: Number(row) };
}

/** Rows that are added are empty, and so no part of an input. */
export function withRowEdit(input: RecordInput, edit: RowEdit | undefined): RecordInput {
  const rows = edit && input[edit.table];
  if (!Array.isArray(rows) || edit!.row >= rows.length) return input;
  const { what, table, row } = edit!;
  const copied = rows as readonly unknown[];
  if (what === 'remove') return { ...input, [table]: copied.filter((_, index) => index !== row) };
  if (what === 'duplicate') return { ...input, [table]: copied.toSpliced(row + 1, 0, copied[row]) };
  return input;
}
