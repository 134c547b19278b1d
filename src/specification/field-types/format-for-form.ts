import { getNumberNotation } from '../numbers/number-notation.js';
import type { Field } from '../model/specification.js';
import {
  isUnreadable,
  formatUnits,
  jsonNumberToStoredUnits,
  type Row,
  type Value,
} from '../model/stored-value.js';
import type { DisplayLocale } from '../values/format-by-locale.js';
import { listFiles, formatFileReference } from './file.js';
import { hasFiles, hasRows, getDecimalPlaces, getFieldType } from './find-field-type.js';

type WrittenField = Pick<Field, 'type' | 'places' | 'currency'> & Partial<Pick<Field, 'multiline'>>;

/** `1.234,50` in German, `2026-11-20T10:00`; '' for tables and empty or unreadable values. */
export function formatForForm(field: WrittenField, value: Value, manner: DisplayLocale): string {
  if (value === null || isUnreadable(value) || typeof value === 'object') return '';
  if (typeof value === 'number') return formatNumberForForm(field, value, manner.locale);
  const { typed } = getFieldType(field);
  return typed && typeof value === 'string' ? typed(value, manner, field) : String(value);
}

export function formatNumberForForm(field: WrittenField, units: number, locale: string): string {
  return getNumberNotation(field, locale).write(units, getDecimalPlaces(field));
}

/** Plain JSON without a locale. */
export interface FormNotation {
  readonly locale?: string;
  readonly timeZone: string;
}

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

const inLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function isSameJson(field: WrittenField, raw: unknown, stored: Value): boolean {
  if (typeof stored === 'boolean') return raw === stored;
  if (typeof stored !== 'number') return false;
  const places = getDecimalPlaces(field);
  return typeof raw === 'number'
    ? jsonNumberToStoredUnits(raw, places) === stored
    : raw === formatUnits(stored, places);
}

function sameFiles(raw: unknown, stored: Value): boolean {
  const sent = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).filter((each) => each !== '');
  const held = listFiles(stored);
  return (
    sent.length === held.length &&
    held.every((file, index) => sent[index] === formatFileReference(held, file))
  );
}

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

export const formatRowForForm = (table: Field, row: Row, manner: DisplayLocale): string =>
  JSON.stringify(
    table.fields.map((column) => inLines(formatForForm(column, row[column.key] ?? null, manner))),
  );

/** undefined: no form sends such a row. */
export function formatTypedRow({ fields }: Field, row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  const cells = new Map(Object.entries(row));
  const texts = fields.map(({ key }) => cells.get(key) ?? '');
  const known = new Set(fields.map(({ key }) => key));
  const isTyped =
    [...cells.keys()].every((key) => known.has(key)) && texts.every((text) => typeof text === 'string');
  return isTyped ? JSON.stringify(texts.map(inLines)) : undefined;
}
