// Formats stored values for forms and the API, and detects unchanged input.
import { getNumberNotation } from '../numbers/number-notation.js';
import type { Field } from '../model/specification.js';
import { isUnreadable, formatUnits, parseJsonNumber, type Row, type Value } from '../model/stored-value.js';
import type { DisplayLocale } from '../values/format-value.js';
import { listFiles, createFileReference } from './file.js';
import { hasFiles, hasRows, getDecimalPlaces, getFieldType } from './find-field-type.js';

type WrittenField = Pick<Field, 'type' | 'places' | 'currency'> & Partial<Pick<Field, 'multiline'>>;

/** `1.234,50` in German, `2026-11-20T10:00`. '' for an empty, an unreadable and a table value: tables are written cell by cell. */
export function formatForForm(field: WrittenField, value: Value, manner: DisplayLocale): string {
  if (value === null || isUnreadable(value) || typeof value === 'object') return '';
  if (typeof value === 'number') return formatNumberForForm(field, value, manner.locale);
  const { typed } = getFieldType(field);
  return typed && typeof value === 'string' ? typed(value, manner, field) : String(value);
}

export function formatNumberForForm(field: WrittenField, units: number, locale: string): string {
  return getNumberNotation(field, locale).write(units, getDecimalPlaces(field));
}

/** Notation in which the sender received values; without a locale, that of JSON. */
export interface FormNotation {
  readonly locale?: string;
  readonly timeZone: string;
}

/** Whether `raw` equals the displayed form of `stored`. */
export function isUnchangedInput(field: Field, raw: unknown, stored: Value, manner: FormNotation): boolean {
  if (hasFiles(field)) return sameFiles(raw, stored);
  if (hasRows(field)) return sameRows(field, raw, stored, manner);
  return isUnchangedScalar(field, raw, stored, manner);
}

function isUnchangedScalar(field: Field, raw: unknown, stored: Value, manner: FormNotation): boolean {
  if (typeof raw === 'string' && raw === stored) return true;
  if (manner.locale === undefined) return isSameJson(field, raw, stored);
  const { locale, timeZone } = manner;
  return (
    typeof raw === 'string' && inLines(raw) === inLines(formatForForm(field, stored, { locale, timeZone }))
  );
}

/** Browsers send CR LF for every line break. */
const inLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Nothing is an answer of its own in JSON: an empty value that is sent empty is read as any other. */
function isSameJson(field: WrittenField, raw: unknown, stored: Value): boolean {
  if (typeof stored === 'boolean') return raw === stored;
  if (typeof stored !== 'number') return false;
  const places = getDecimalPlaces(field);
  return typeof raw === 'number'
    ? parseJsonNumber(raw, places) === stored
    : raw === formatUnits(stored, places);
}

/** A form that shows no file sends ''. */
function sameFiles(raw: unknown, stored: Value): boolean {
  const sent = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).filter((each) => each !== '');
  const held = listFiles(stored);
  return (
    sent.length === held.length &&
    held.every((file, index) => sent[index] === createFileReference(held, file))
  );
}

/** Rows in which nothing stands are no difference. */
function sameRows(table: Field, raw: unknown, stored: Value, { locale, timeZone }: FormNotation): boolean {
  if (locale === undefined || !Array.isArray(raw)) return false;
  const blank = formatTypedRow(table, {});
  const sent = (raw as readonly unknown[]).map((row) => formatTypedRow(table, row ?? {}));
  const shown = listRows(stored).map((row) => formatRowForForm(table, row, { locale, timeZone }));
  const [ours, theirs] = [sent, shown].map((rows) => rows.filter((row) => row !== blank));
  return ours!.length === theirs!.length && ours!.every((row, index) => row === theirs![index]);
}

export const listRows = (stored: Value): readonly Row[] =>
  Array.isArray(stored) ? (stored as readonly Row[]) : [];

/** A row as a form shows it, as one text. */
export const formatRowForForm = (table: Field, row: Row, manner: DisplayLocale): string =>
  JSON.stringify(
    table.fields.map((column) => inLines(formatForForm(column, row[column.key] ?? null, manner))),
  );

/** The same of a row that was sent, in which cells may be left out; undefined: no form sends such a row. */
export function formatTypedRow({ fields }: Field, row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  const cells = new Map(Object.entries(row));
  const texts = fields.map(({ key }) => cells.get(key) ?? '');
  const known = new Set(fields.map(({ key }) => key));
  const isTyped =
    [...cells.keys()].every((key) => known.has(key)) && texts.every((text) => typeof text === 'string');
  return isTyped ? JSON.stringify(texts.map(inLines)) : undefined;
}
