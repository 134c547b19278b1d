// A posted form → the input of a command. Names are field keys, `lines.0.price` is a cell; names that begin with `_` steer the form.
import type { RecordInput } from '#domain/record/record-commands.js';
import type { Field } from '#specification/specification.js';
import type { Form } from '../body.js';
import { typed } from '../form.js';
import { HIDDEN } from './form-metadata.js';
import { hasFiles, hasRows, typeOf } from '#specification/field-types/type-of.js';

const CELL = /^([^.]+)\.(\d{1,9})\.([^.]+)$/;
/** One of the files of an input: a reference, or the hash of one that is there. */
const FILE = /^([^.]+)\.(\d{1,9})$/;
const CHOICE = 'choose.';

type TypedRow = Record<string, string>;

/**
 * Everything typed, by field; rows keep their order and lose the gaps between them. Names no form of ours has are
 * handed on all the same, for the domain to refuse.
 */
export function typedInput(form: Form, fields: readonly Field[]): RecordInput {
  const keptWhenEmpty = (form[HIDDEN.unseen] ?? '').split(' ');
  const input = new Map<string, unknown>();
  const tables = new Map<string, Map<number, TypedRow>>();
  const withFiles = new Set(fields.filter(hasFiles).map(({ key }) => key));
  for (const name of Object.keys(form)) {
    if (name.startsWith('_') && !name.startsWith('__')) continue;
    if (name.startsWith(CHOICE)) continue;
    const cell = CELL.exec(name);
    if (withFiles.has(inputOf(name))) addFile(input, name, typed(form, name));
    else if (cell) setCell(tables, [cell[1]!, Number(cell[2]), cell[3]!], typed(form, name));
    else input.set(name, typed(form, name));
  }
  for (const [key, rows] of tables) {
    const table = fields.find((field) => field.key === key && hasRows(field));
    input.set(key, table ? emptied(table, inOrder(rows)) : inOrder(rows));
  }
  for (const key of keptWhenEmpty) if (isEmpty(input.get(key))) input.delete(key);
  return fromEntries(input);
}

const inputOf = (name: string): string => FILE.exec(name)?.[1] ?? name;

const isEmpty = (sent: unknown): boolean => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** An input without any says that there are none. */
function addFile(input: Map<string, unknown>, name: string, value: string): void {
  const key = inputOf(name);
  const before = (input.get(key) as readonly string[] | undefined) ?? [];
  input.set(key, value === '' ? before : [...before, value]);
}

function setCell(
  tables: Map<string, Map<number, TypedRow>>,
  [table, index, column]: readonly [string, number, string],
  value: string,
): void {
  const rows = tables.get(table) ?? new Map<number, TypedRow>();
  const row = rows.get(index) ?? (Object.create(null) as TypedRow);
  row[column] = value;
  tables.set(table, rows.set(index, row));
}

const inOrder = (rows: Map<number, TypedRow>): TypedRow[] =>
  [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);

/** A row in which only boxes were left unticked is an empty row. */
function emptied(table: Field, rows: readonly TypedRow[]): readonly TypedRow[] {
  const left = new Map(table.fields.map((column) => [column.key, typeOf(column).untouched]));
  const untouched = ([key, cell]: [string, string]) => cell === '' || cell === left.get(key);
  return rows.map((row) => (Object.entries(row).every(untouched) ? {} : row));
}

/** An object that holds even a key like `__proto__` as nothing but a key. */
function fromEntries(entries: Map<string, unknown>): RecordInput {
  const input = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) input[key] = value;
  return input;
}
