// Stored values as forms and the API write them, and whether what came in is what its sender was shown: then nobody changed it.
import { notationOf } from '../numbers/number-notation.js';
import type { Field } from '../model/specification.js';
import { isUnreadable, plainNumber, unitsOfJson, type Row, type Value } from '../model/stored-value.js';
import type { DisplayLocale } from '../values/format-value.js';
import { filesIn, referenceIn } from './file.js';
import { hasFiles, hasRows, placesOf, typeOf } from './field-type-of.js';

type WrittenField = Pick<Field, 'type' | 'places' | 'currency'> & Partial<Pick<Field, 'multiline'>>;

/** `1.234,50` in German, `2026-11-20T10:00`. '' for an empty, an unreadable and a table value: tables are written cell by cell. */
export function inForm(field: WrittenField, value: Value, manner: DisplayLocale): string {
  if (value === null || isUnreadable(value) || typeof value === 'object') return '';
  if (typeof value === 'number') return numberInForm(field, value, manner.locale);
  const { typed } = typeOf(field);
  return typed && typeof value === 'string' ? typed(value, manner, field) : String(value);
}

export function numberInForm(field: WrittenField, units: number, locale: string): string {
  return notationOf(field, locale).write(units, placesOf(field));
}

/** How the sender was shown values: as a form writes them, or, without a locale, as JSON does. */
export interface ShownManner {
  readonly locale?: string;
  readonly timeZone: string;
}

/** Whether `raw` is what the sender was shown of `stored`, whatever the exact form in which that is stored. */
export function isAsShown(field: Field, raw: unknown, stored: Value, manner: ShownManner): boolean {
  if (hasFiles(field)) return sameFiles(raw, stored);
  if (hasRows(field)) return sameRows(field, raw, stored, manner);
  return isScalarAsShown(field, raw, stored, manner);
}

function isScalarAsShown(field: Field, raw: unknown, stored: Value, manner: ShownManner): boolean {
  if (typeof raw === 'string' && raw === stored) return true;
  if (manner.locale === undefined) return isSameJson(field, raw, stored);
  const { locale, timeZone } = manner;
  return typeof raw === 'string' && inLines(raw) === inLines(inForm(field, stored, { locale, timeZone }));
}

/** Browsers send CR LF for every line break. */
const inLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Nothing is an answer of its own in JSON: an empty value that is sent empty is read as any other. */
function isSameJson(field: WrittenField, raw: unknown, stored: Value): boolean {
  if (typeof stored === 'boolean') return raw === stored;
  if (typeof stored !== 'number') return false;
  const places = placesOf(field);
  return typeof raw === 'number' ? unitsOfJson(raw, places) === stored : raw === plainNumber(stored, places);
}

/** A form that shows no file sends ''. */
function sameFiles(raw: unknown, stored: Value): boolean {
  const sent = (Array.isArray(raw) ? (raw as readonly unknown[]) : [raw]).filter((each) => each !== '');
  const held = filesIn(stored);
  return sent.length === held.length && held.every((file, index) => sent[index] === referenceIn(held, file));
}

/** Rows in which nothing stands are no difference. */
function sameRows(table: Field, raw: unknown, stored: Value, { locale, timeZone }: ShownManner): boolean {
  if (locale === undefined || !Array.isArray(raw)) return false;
  const blank = typedRow(table, {});
  const sent = (raw as readonly unknown[]).map((row) => typedRow(table, row ?? {}));
  const shown = rowsIn(stored).map((row) => shownRow(table, row, { locale, timeZone }));
  const [ours, theirs] = [sent, shown].map((rows) => rows.filter((row) => row !== blank));
  return ours!.length === theirs!.length && ours!.every((row, index) => row === theirs![index]);
}

export const rowsIn = (stored: Value): readonly Row[] =>
  Array.isArray(stored) ? (stored as readonly Row[]) : [];

/** A row as a form shows it, as one text. */
export const shownRow = (table: Field, row: Row, manner: DisplayLocale): string =>
  JSON.stringify(table.fields.map((column) => inLines(inForm(column, row[column.key] ?? null, manner))));

/** The same of a row that was sent, in which cells may be left out; undefined: no form sends such a row. */
export function typedRow({ fields }: Field, row: unknown): string | undefined {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return undefined;
  const cells = new Map(Object.entries(row));
  const texts = fields.map(({ key }) => cells.get(key) ?? '');
  const known = new Set(fields.map(({ key }) => key));
  const isTyped =
    [...cells.keys()].every((key) => known.has(key)) && texts.every((text) => typeof text === 'string');
  return isTyped ? JSON.stringify(texts.map(inLines)) : undefined;
}
