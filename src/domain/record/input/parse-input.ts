// Finds sent fields and references before any value is parsed.
import { describeMissingField } from './describe-missing-field.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Entity, Field } from '#specification/model/specification.js';
import { isErased, type Fields, type Value } from '#specification/model/stored-value.js';
import { describeRoles } from '#domain/permissions.js';
import { createReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import type { RecordDecisionContext } from '../decision-context.js';
import type { ParseContext, InvalidValue } from '#specification/field-types/parse-result.js';
import {
  isPlainObject,
  isEmptyRow,
  readScalar,
  readTable,
  getOwnValue,
  findUnknownNames,
  type InvalidCell,
} from './read-table-rows.js';
import { readFileValues } from './read-file-values.js';
import { getFieldValue } from '../record-state.js';
import { hasFiles, hasRows, getFieldType } from '#specification/field-types/find-field-type.js';
import { isUnchangedInput } from '#specification/field-types/format-for-form.js';

export interface ParsedInput {
  readonly values: ReadonlyMap<string, Value>;
  readonly reasons: readonly Reason[];
  readonly broken: ReadonlySet<string>;
}

interface InputContext {
  /** Shown values: an unchanged one is no input. */
  readonly base?: Fields;
  readonly barred?: ReadonlySet<string>;
}

export function parseInput(
  context: RecordDecisionContext,
  input: unknown,
  { base, barred }: InputContext,
): ParsedInput {
  if (!isPlainObject(input)) return refuseNonObject(context);
  const reading = toParseContext(context);
  const values = new Map<string, Value>();
  const reasons: Reason[] = checkUnknownFields(context, Object.keys(input));
  const broken = new Set(barred);
  const shown = createShownLookup(context, base);
  for (const field of context.entity.fields) {
    const raw = getOwnValue(input, field.key);
    if (raw === undefined || barred?.has(field.key)) continue;
    const held = shown(field);
    if (held !== undefined && !field.computed && isUnchangedInput(field, raw, held, reading)) continue;
    const read = parseField(context, field, raw, reading, held ?? null);
    for (const each of read.reasons) reasons.push(each);
    if (read.reasons.length > 0) broken.add(field.key);
    else values.set(field.key, read.value);
  }
  return { values, reasons, broken };
}

/** undefined: hidden, since a comparison would reveal the value. */
const createShownLookup =
  ({ hidden }: RecordDecisionContext, base: Fields | undefined) =>
  ({ key }: Field): Value | undefined =>
    base === undefined || hidden?.has(key) === true ? undefined : getFieldValue({ fields: base }, key);

function refuseNonObject(context: RecordDecisionContext): ParsedInput {
  const why = createPhrase('why.fields-by-name');
  return {
    values: new Map(),
    reasons: [createReason(context, 'BAD_REQUEST', { with: { why } })],
    broken: new Set(),
  };
}

function toParseContext({ specification, known, locale, timeZone }: RecordDecisionContext): ParseContext {
  return {
    limits: specification.limits,
    timeZone: timeZone ?? specification.timeZone,
    ...(locale !== undefined && { locale }),
    ...known,
    roleTitles: (roles) => describeRoles(specification, roles),
  };
}

function checkUnknownFields(context: RecordDecisionContext, keys: readonly string[]): Reason[] {
  const { fields, place } = context.entity;
  const known = new Set(fields.map(({ key }) => key));
  const { names, more } = findUnknownNames(keys, known);
  const reasons = names.map((key) => {
    const words = { field: key, known: [...known] };
    return createReason(context, 'UNKNOWN_FIELD', { with: words, fields: [key], place });
  });
  return more === 0
    ? reasons
    : [...reasons, createReason(context, 'AND_MORE', { with: { count: more }, place })];
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
  // Refused even if unchanged: the answer would reveal the value.
  if (field.computed) return refuseValue(context, field, { code: 'COMPUTED_FIELD', with: {} });
  // Forms send erased values as empty.
  if (isErased(held) && (raw === null || raw === '')) return { value: held, reasons: [] };
  if (hasRows(field)) {
    const { rows, wrong } = readTable(field, raw, reading, held);
    return { value: rows, reasons: wrong.map((cell) => createCellReason(context, field, cell)) };
  }
  if (hasFiles(field)) {
    const { files, wrong } = readFileValues(field, raw, { held, limits: reading.limits });
    return { value: files, reasons: wrong.map((each) => createValueReason(context, field, each)) };
  }
  const outcome = readScalar(field, raw, reading);
  if ('value' in outcome) return { value: outcome.value, reasons: [] };
  return refuseValue(context, field, outcome.wrong);
}

const refuseValue = (context: RecordDecisionContext, field: Field, wrong: InvalidValue): ParsedField => ({
  value: null,
  reasons: [createValueReason(context, field, wrong)],
});

function createValueReason(
  context: RecordDecisionContext,
  field: Field,
  { code, with: words }: InvalidValue,
): Reason {
  const about = {
    with: { field: field.title, ...words },
    fields: [field.key],
    place: field.place,
    ...pickPattern(words),
  };
  return createReason(context, code, about);
}

function createCellReason(
  context: RecordDecisionContext,
  table: Field,
  { code, with: words, path, column }: InvalidCell,
): Reason {
  const row = Number(path.split('.')[0]) + 1;
  const name = column
    ? createPhrase('the.cell', { column: column.title, row, table: table.title })
    : table.title;
  const isMissing = column !== undefined && code === 'REQUIRED';
  return createReason(context, code, {
    with: { field: name, ...(isMissing && { entry: describeMissingField(context, column, row) }), ...words },
    fields: [path === '' ? table.key : `${table.key}.${path}`],
    place: column?.place ?? table.place,
    ...pickPattern(words),
  });
}

const pickPattern = ({ pattern }: InvalidValue['with']) =>
  typeof pattern === 'string' ? { conditions: [pattern] } : {};

/** A refusal must not depend on values. */
export function listSentFields({ fields }: Entity, input: unknown): readonly string[] {
  if (!isPlainObject(input)) return [];
  return fields.map(({ key }) => key).filter((key) => getOwnValue(input, key) !== undefined);
}

/** Looked up before the decision; entity → ids. */
export interface InputReferences {
  readonly records: ReadonlyMap<string, ReadonlySet<string>>;
  readonly people: ReadonlySet<string>;
}

/** `rows`: longer tables are refused anyway. */
export function collectInputReferences(
  fields: readonly Field[],
  input: unknown,
  rows: number,
): InputReferences {
  const records = new Map<string, Set<string>>();
  const people = new Set<string>();
  for (const { field, id } of iterateReferences(fields, input, rows)) {
    if (getFieldType(field).pointsTo === 'person') people.add(id);
    else if (field.to !== undefined) records.set(field.to, (records.get(field.to) ?? new Set()).add(id));
  }
  return { records, people };
}

function* iterateReferences(
  fields: readonly Field[],
  input: unknown,
  rows: number,
): Generator<{ readonly field: Field; readonly id: string }> {
  if (!isPlainObject(input)) return;
  for (const field of fields) {
    const raw = getOwnValue(input, field.key);
    if (hasRows(field))
      for (const row of listFilledRows(raw, rows)) yield* iterateReferences(field.fields, row, rows);
    if (getFieldType(field).pointsTo === undefined) continue;
    if (typeof raw === 'string' && raw.trim() !== '') yield { field, id: raw.trim() };
  }
}

function listFilledRows(raw: unknown, most: number): readonly unknown[] {
  if (!Array.isArray(raw)) return [];
  const written = raw.filter((row) => !isEmptyRow(row));
  return written.length > most ? [] : written;
}
