// What came in, field by field and cell by cell, as stored values: everything that cannot be stored is told at once. Which
// fields an input names, and what it points to, is asked before any of its values is looked at.
import type { Entity, Field } from '#specification/specification.js';
import { isErased, type Fields, type Row, type Value, type Scalar } from '#specification/value.js';
import { roleTitles } from '../permissions.js';
import { reason } from '../reason.js';
import type { Reason } from '../refusal.js';
import type { RecordDecisionContext } from './decision-context.js';
import {
  type ParseContext,
  type InvalidValue,
  EMPTY,
  type ParseResult,
} from '#specification/field-types/outcome.js';
import { isFieldMissing } from './record-after.js';
import { readFiles } from './read-files.js';
import { fieldValue } from './record-state.js';
import { hasFiles, hasRows, typeOf } from '#specification/field-types/type-of.js';

export interface ParsedInput {
  /** Field → stored value, of the fields that were given and could be read. */
  readonly values: ReadonlyMap<string, Value>;
  readonly reasons: readonly Reason[];
  /** Fields that were given and could not be read. */
  readonly broken: ReadonlySet<string>;
}

/** The values as they are, and what of the input is not looked at. */
interface InputContext {
  /** What is sent back unchanged may stay, even if it could not be chosen afresh; not what the person may not see. */
  readonly current: Fields;
  /** Fields refused already, whatever is in them. */
  readonly barred?: ReadonlySet<string>;
}

export function parseInput(
  context: RecordDecisionContext,
  input: unknown,
  { current, barred }: InputContext,
): ParsedInput {
  if (!isByName(input)) return notAnObject(context);
  const reading = readingOf(context);
  const values = new Map<string, Value>();
  const reasons: Reason[] = unknownFields(context, Object.keys(input));
  const broken = new Set(barred);
  for (const field of context.entity.fields) {
    const raw = sentAs(input, field.key);
    if (raw === undefined || barred?.has(field.key)) continue;
    const held = context.hidden?.has(field.key) ? null : fieldValue({ fields: current }, field.key);
    const read = parseField(context, field, raw, reading, held);
    reasons.push(...read.reasons);
    if (read.reasons.length > 0) broken.add(field.key);
    else values.set(field.key, read.value);
  }
  return { values, reasons, broken };
}

function notAnObject(context: RecordDecisionContext): ParsedInput {
  const why = 'the fields are not given by name';
  return {
    values: new Map(),
    reasons: [reason(context, 'BAD_REQUEST', { with: { why } })],
    broken: new Set(),
  };
}

function readingOf({ specification, known, notation }: RecordDecisionContext): ParseContext {
  const { limits, timeZone, locale } = specification;
  return {
    ...{ limits, timeZone },
    ...(notation === 'locale' && { locale }),
    ...known,
    roleTitles: (roles) => roleTitles(specification, roles),
  };
}

function unknownFields(context: RecordDecisionContext, keys: readonly string[]): Reason[] {
  const { fields, place } = context.entity;
  const known = new Set(fields.map(({ key }) => key));
  const { told, more } = unknownNames(keys, known);
  const reasons = told.map((key) => {
    const words = { field: key, known: [...known].join(', ') };
    return reason(context, 'UNKNOWN_FIELD', { with: words, fields: [key], place });
  });
  return more === 0 ? reasons : [...reasons, reason(context, 'AND_MORE', { with: { count: more }, place })];
}

const MOST_NAMES_TOLD = 5;
const LONGEST_NAME = 60;

/**
 * The first ones, cut where they are long, and how many more there are: who sends thousands does not get thousands of
 * sentences back.
 */
function unknownNames(names: readonly string[], known: ReadonlySet<string>) {
  const unknown = names.filter((name) => !known.has(name));
  const told = unknown
    .slice(0, MOST_NAMES_TOLD)
    .map((name) => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name));
  return { told, more: unknown.length - told.length };
}

interface ParsedField {
  readonly value: Value;
  readonly reasons: readonly Reason[];
}

function parseField(
  context: RecordDecisionContext,
  field: Field,
  raw: unknown,
  reading: ParseContext,
  held: Value,
): ParsedField {
  // Refused also where it is sent back as it is: an answer that depends on the value would tell it.
  if (field.computed) return refusedValue(context, field, { code: 'COMPUTED_FIELD', with: {} });
  // A form has nothing to show of what was erased: sent back empty, it stays erased.
  if (isErased(held) && (raw === null || raw === '')) return { value: held, reasons: [] };
  if (hasRows(field)) {
    const { rows, wrong } = readTable(field, raw, reading, cellsHeld(field, held));
    return { value: rows, reasons: wrong.map((cell) => wrongCell(context, field, cell)) };
  }
  if (hasFiles(field)) {
    const { files, wrong } = readFiles(field, raw, { held, limits: reading.limits });
    return { value: files, reasons: wrong.map((each) => wrongValue(context, field, each)) };
  }
  if (typeof held === 'string' && raw === held) return { value: held, reasons: [] };
  const outcome = readScalar(field, raw, reading);
  if ('value' in outcome) return { value: outcome.value, reasons: [] };
  return refusedValue(context, field, outcome.wrong);
}

const refusedValue = (context: RecordDecisionContext, field: Field, wrong: InvalidValue): ParsedField => ({
  value: null,
  reasons: [wrongValue(context, field, wrong)],
});

/** One value of any type but a table, read as its type reads it. */
export function readScalar(field: Field, raw: unknown, reading: ParseContext): ParseResult {
  if (isEmpty(raw)) return EMPTY;
  return typeOf(field).read(field, raw, reading);
}

function wrongValue(
  context: RecordDecisionContext,
  field: Field,
  { code, with: words }: InvalidValue,
): Reason {
  const about = { with: { field: field.title, ...words }, fields: [field.key], place: field.place };
  return reason(context, code, about);
}

function wrongCell(
  context: RecordDecisionContext,
  table: Field,
  { code, with: words, path, column }: WrongCell,
): Reason {
  const row = Number(path.split('.')[0]) + 1;
  const name = column ? `${column.title} in row ${row} of ${table.title}` : table.title;
  return reason(context, code, {
    with: { field: name, ...words },
    fields: [path === '' ? table.key : `${table.key}.${path}`],
    place: column?.place ?? table.place,
  });
}

/** What stands in a column now and may stay, even if it could not be chosen afresh. */
type HeldCheck = (column: string, raw: unknown) => boolean;

function cellsHeld(table: Field, held: Value): HeldCheck {
  if (held === null || isErased(held) || !Array.isArray(held)) return () => false;
  const columns = table.fields.filter(isChosen).map(({ key }) => key);
  const rows = held as readonly Row[];
  return (column, raw) => raw !== null && columns.includes(column) && rows.some((row) => row[column] === raw);
}

const isChosen = (field: Field): boolean => {
  const { isListed, pointsTo } = typeOf(field);
  return isListed === true || pointsTo !== undefined;
};

/** What is wrong in a cell. `path` is below the field: `2.price`, rows from 0 as they were sent; '' is the whole table. */
interface WrongCell extends InvalidValue {
  readonly path: string;
  readonly column?: Field;
}

interface ReadTable {
  readonly rows: readonly Row[] | null;
  readonly wrong: readonly WrongCell[];
}

interface Cells {
  readonly table: Field;
  readonly reading: ParseContext;
  readonly held: HeldCheck;
  readonly wrong: WrongCell[];
}

/** A table of lines, as rows of cells. Rows in which nobody wrote anything are dropped. */
export function readTable(table: Field, raw: unknown, reading: ParseContext, held: HeldCheck): ReadTable {
  if (isEmpty(raw)) return { rows: null, wrong: [] };
  if (!Array.isArray(raw)) return { rows: null, wrong: [wrongShape('', 'a list of rows')] };
  const written = raw.map((row: unknown, index) => ({ row, index })).filter(({ row }) => !isEmptyRow(row));
  const max = reading.limits.rows;
  if (written.length > max)
    return { rows: null, wrong: [{ code: 'TOO_MANY_ROWS', with: { max }, path: '' }] };
  const cells: Cells = { table, reading, held, wrong: [] };
  const rows = written.map(({ row, index }) => readRow(cells, row, index)).filter((row) => !isEmptyRow(row));
  return { rows: rows.length === 0 ? null : rows, wrong: cells.wrong };
}

function readRow(cells: Cells, raw: unknown, index: number): Row {
  if (!isByName(raw)) {
    cells.wrong.push(wrongShape(String(index), 'a row of cells'));
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

function readCell({ reading, held, wrong }: Cells, column: Field, row: ByName, index: number): Scalar {
  const raw = sentAs(row, column.key) ?? null;
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

function wrongShape(path: string, expected: string): WrongCell {
  return { code: 'WRONG_TYPE', with: { expected, example: 'the form on the page' }, path };
}

/** Fields of the entity that an input names. What it says of them has not been looked at: a value must not decide. */
export function sentFields({ fields }: Entity, input: unknown): readonly string[] {
  if (!isByName(input)) return [];
  return fields.map(({ key }) => key).filter((key) => sentAs(input, key) !== undefined);
}

/** What a command's input points to, to be looked up before deciding: entity → ids, and people. */
export interface KnownReferences {
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
}

/** `rows`: how many a table may have. One that has more is refused, whatever they point to. */
export function linksIn(fields: readonly Field[], input: unknown, rows: number): KnownReferences {
  const records = new Map<string, Set<string>>();
  const people = new Set<string>();
  for (const { field, id } of links(fields, input, rows)) {
    if (typeOf(field).pointsTo === 'person') people.add(id);
    else if (field.to !== undefined) records.set(field.to, (records.get(field.to) ?? new Set()).add(id));
  }
  return { records, people };
}

function* links(
  fields: readonly Field[],
  input: unknown,
  rows: number,
): Generator<{ readonly field: Field; readonly id: string }> {
  if (!isByName(input)) return;
  for (const field of fields) {
    const raw = sentAs(input, field.key);
    if (hasRows(field)) for (const row of writtenRows(raw, rows)) yield* links(field.fields, row, rows);
    if (typeOf(field).pointsTo === undefined) continue;
    if (typeof raw === 'string' && raw.trim() !== '') yield { field, id: raw.trim() };
  }
}

function writtenRows(raw: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(raw)) return [];
  const written = raw.filter((row) => !isEmptyRow(row));
  return written.length > most ? [] : written;
}

const isEmptyRow = (raw: unknown): boolean =>
  isEmpty(raw) || (isByName(raw) && Object.values(raw).every(isEmpty));

const isEmpty = (raw: unknown): boolean => raw === null || raw === undefined || raw === '';

type ByName = Readonly<Record<string, unknown>>;

function isByName(raw: unknown): raw is ByName {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

const sentAs = (input: ByName, key: string): unknown => (Object.hasOwn(input, key) ? input[key] : undefined);
