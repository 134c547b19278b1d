// A table of lines: rows of cells. Rows in which nobody wrote anything are dropped.
import type { Field } from '#specification/specification.js';
import { type Row, type Scalar, isBlank } from '#specification/value.js';
import type { ParseContext, InvalidValue } from '#specification/field-types/outcome.js';
import { unknownNames } from './unknown-names.js';
import { readScalar } from './read-scalar.js';

/** What is wrong in a cell. `path` is below the field: `2.price`, rows from 0 as they were sent; '' is the whole table. */
export interface WrongCell extends InvalidValue {
  readonly path: string;
  readonly column?: Field;
}

export interface ReadTable {
  readonly rows: readonly Row[] | null;
  readonly wrong: readonly WrongCell[];
}

type RawRow = Readonly<Record<string, unknown>>;

/** What stands in a column now and may stay, even if it could not be chosen afresh. */
export type HeldCheck = (column: string, raw: unknown) => boolean;

interface Cells {
  readonly table: Field;
  readonly reading: ParseContext;
  readonly held: HeldCheck;
  readonly wrong: WrongCell[];
}

export function readTable(table: Field, raw: unknown, reading: ParseContext, held: HeldCheck): ReadTable {
  if (raw === null || raw === undefined || raw === '') return { rows: null, wrong: [] };
  if (!Array.isArray(raw)) return { rows: null, wrong: [broken('', 'a list of rows')] };
  const written = raw.map((row: unknown, index) => ({ row, index })).filter(({ row }) => !isEmptyRow(row));
  const max = reading.limits.rows;
  if (written.length > max)
    return { rows: null, wrong: [{ code: 'TOO_MANY_ROWS', with: { max }, path: '' }] };
  const cells: Cells = { table, reading, held, wrong: [] };
  const rows = written.map(({ row, index }) => readRow(cells, row, index)).filter((row) => !isEmptyRow(row));
  return { rows: rows.length === 0 ? null : rows, wrong: cells.wrong };
}

function readRow(cells: Cells, raw: unknown, index: number): Row {
  if (!isRow(raw)) {
    cells.wrong.push(broken(String(index), 'a row of cells'));
    return {};
  }
  const columns = cells.table.fields;
  const known = columns.map(({ key }) => key);
  const { told, more } = unknownNames(Object.keys(raw), new Set(known));
  for (const key of told) {
    const words = { field: key, known: known.join(', ') };
    cells.wrong.push({ code: 'UNKNOWN_FIELD', with: words, path: `${index}.${key}` });
  }
  if (more > 0) cells.wrong.push({ code: 'AND_MORE', with: { count: more }, path: String(index) });
  return Object.fromEntries(columns.map((column) => [column.key, readCell(cells, column, raw, index)]));
}

function readCell({ reading, held, wrong }: Cells, column: Field, row: RawRow, index: number): Scalar {
  const raw = Object.hasOwn(row, column.key) ? row[column.key] : null;
  if (held(column.key, raw)) return raw as Scalar;
  const path = `${index}.${column.key}`;
  const outcome = readScalar(column, raw, reading);
  if ('wrong' in outcome) {
    wrong.push({ ...outcome.wrong, path, column });
    return null;
  }
  const { value } = outcome;
  if (column.required && (value === null || (typeof value === 'string' && isBlank(value)))) {
    wrong.push({ code: 'REQUIRED', with: {}, path, column });
  }
  return value;
}

function isRow(raw: unknown): raw is RawRow {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

export function isEmptyRow(raw: unknown): boolean {
  if (raw === null || raw === undefined || raw === '') return true;
  return isRow(raw) && Object.values(raw).every((cell) => cell === null || cell === undefined || cell === '');
}

function broken(path: string, expected: string): WrongCell {
  return { code: 'WRONG_TYPE', with: { expected, example: 'the form on the page' }, path };
}
