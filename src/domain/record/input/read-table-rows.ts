import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import type { Field } from '#specification/model/specification.js';
import type { Row, Scalar, Value } from '#specification/model/stored-value.js';
import {
  EMPTY,
  type InvalidValue,
  type ParseContext,
  type ParseResult,
} from '#specification/field-types/parse-result.js';
import {
  isUnchangedInput,
  listRows,
  formatRowForForm,
  formatTypedRow,
} from '#specification/field-types/format-for-form.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { isFieldMissing } from '../computed/complete-record.js';

export function readScalar(field: Field, raw: unknown, reading: ParseContext): ParseResult {
  if (isEmpty(raw)) return EMPTY;
  return getFieldType(field).read(field, raw, reading);
}

/** Stored choices may stay even if they can no longer be chosen. */
type HeldCheck = (column: string, raw: unknown) => boolean;

function createHeldCheck(table: Field, rows: readonly Row[]): HeldCheck {
  const columns = table.fields.filter(isChoiceField).map(({ key }) => key);
  return (column, raw) => raw !== null && columns.includes(column) && rows.some((row) => row[column] === raw);
}

const isChoiceField = (field: Field): boolean => {
  const { isListed, pointsTo } = getFieldType(field);
  return isListed === true || pointsTo !== undefined;
};

/** `2.price`, rows from 0 as sent; '' is the table. */
export interface InvalidCell extends InvalidValue {
  readonly path: string;
  readonly column?: Field;
}

interface ReadTable {
  readonly rows: readonly Row[] | null;
  readonly wrong: readonly InvalidCell[];
}

interface TableReader {
  readonly table: Field;
  readonly reading: ParseContext;
  readonly base: readonly Row[];
  readonly held: HeldCheck;
  readonly wrong: InvalidCell[];
}

/** Drops empty rows; unchanged rows and cells stay as stored. */
export function readTable(table: Field, raw: unknown, reading: ParseContext, held: Value = null): ReadTable {
  if (isEmpty(raw)) return { rows: null, wrong: [] };
  if (!Array.isArray(raw)) return { rows: null, wrong: [createShapeIssue('', createPhrase('type.rows'))] };
  const written = raw.map((row: unknown, index) => ({ row, index })).filter(({ row }) => !isEmptyRow(row));
  const max = reading.limits.rows;
  if (written.length > max)
    return { rows: null, wrong: [{ code: 'TOO_MANY_ROWS', with: { max }, path: '' }] };
  const base = listRows(held);
  const cells: TableReader = { table, reading, base, held: createHeldCheck(table, base), wrong: [] };
  const unchanged = matchUnchangedRows(cells, written);
  const rows = written
    .map(({ row, index }) => unchanged.get(index) ?? readRow(cells, row, index))
    .filter((row) => !isEmptyRow(row));
  return { rows: rows.length === 0 ? null : rows, wrong: cells.wrong };
}

interface SentRow {
  readonly row: unknown;
  readonly index: number;
}

/** Index → stored row, also after removed rows. */
function matchUnchangedRows(
  { table, reading, base }: TableReader,
  sent: readonly SentRow[],
): ReadonlyMap<number, Row> {
  const found = new Map<number, Row>();
  const { locale, timeZone } = reading;
  if (locale === undefined || base.length === 0) return found;
  const shown = base.map((row) => formatRowForForm(table, row, { locale, timeZone }));
  const typed = new Map(sent.map(({ row, index }) => [index, formatTypedRow(table, row)]));
  const left = new Map<string, Row[]>();
  for (const [index, text] of shown.entries()) {
    if (typed.get(index) === text) found.set(index, base[index]!);
    else left.set(text, [...(left.get(text) ?? []), base[index]!]);
  }
  for (const [index, text] of typed) {
    const row = text !== undefined && !found.has(index) ? left.get(text)?.shift() : undefined;
    if (row) found.set(index, row);
  }
  return found;
}

function readRow(cells: TableReader, raw: unknown, index: number): Row {
  if (!isPlainObject(raw)) {
    cells.wrong.push(createShapeIssue(String(index), createPhrase('type.cells')));
    return {};
  }
  const columns = cells.table.fields;
  const known = columns.map(({ key }) => key);
  const { names, more } = findUnknownNames(Object.keys(raw), new Set(known));
  for (const key of names) {
    const words = { field: key, known: known.join(', ') };
    cells.wrong.push({ code: 'UNKNOWN_FIELD', with: words, path: `${index}.${key}` });
  }
  if (more > 0) cells.wrong.push({ code: 'AND_MORE', with: { count: more }, path: String(index) });
  return Object.fromEntries(columns.map((column) => [column.key, readCell(cells, column, raw, index)]));
}

function readCell(cells: TableReader, column: Field, row: PlainObject, index: number): Scalar {
  const { reading, base, held, wrong } = cells;
  const before = reading.locale === undefined ? undefined : base[index];
  const raw = getOwnValue(row, column.key) ?? null;
  const stored = before?.[column.key] ?? null;
  if (before && isUnchangedInput(column, raw ?? '', stored, reading)) return stored;
  if (held(column.key, raw)) return raw as Scalar;
  const path = `${index}.${column.key}`;
  const outcome = readScalar(column, raw, reading);
  if ('wrong' in outcome) {
    wrong.push({ ...outcome.wrong, path, column });
    return null;
  }
  const { value } = outcome;
  if (isFieldMissing(column, value)) wrong.push({ code: 'REQUIRED', with: {}, path, column });
  return value;
}

function createShapeIssue(path: string, expected: Phrase): InvalidCell {
  return { code: 'WRONG_TYPE', with: { expected, example: createPhrase('example.form') }, path };
}

const MAX_REPORTED_NAMES = 5;
const MAX_NAME_LENGTH = 60;

/** Limited, so that the answer stays small. */
export function findUnknownNames(names: readonly string[], known: ReadonlySet<string>) {
  const unknown = names.filter((name) => !known.has(name));
  const reported = unknown
    .slice(0, MAX_REPORTED_NAMES)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name));
  return { names: reported, more: unknown.length - reported.length };
}

export const isEmptyRow = (raw: unknown): boolean =>
  isEmpty(raw) || (isPlainObject(raw) && Object.values(raw).every(isEmpty));

const isEmpty = (raw: unknown): boolean => raw === null || raw === undefined || raw === '';

type PlainObject = Readonly<Record<string, unknown>>;

export function isPlainObject(raw: unknown): raw is PlainObject {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

export const getOwnValue = (input: PlainObject, key: string): unknown =>
  Object.hasOwn(input, key) ? input[key] : undefined;
