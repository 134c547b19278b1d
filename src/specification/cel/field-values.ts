// Field values between their stored form (value.ts) and the form expressions calculate with.
import type { Field } from '../specification.js';
import { NotEvaluable } from '../not-evaluable.js';
import type { Value } from '../value.js';
import { CalendarDate, isDate } from './calendar.js';
import { moneyClass, moneyType } from './currency.js';
import { Decimal, type Exact, toUnits } from './decimal.js';
import { TIMESTAMP } from './base-environment.js';
import { type Read, type ViewClass } from './view.js';

export type FieldKind = Pick<Field, 'type' | 'places' | 'currency'>;

/** The expression type of a field; a table's rows are a type of their own. */
export function celType(field: FieldKind, rowType?: string): string {
  switch (field.type) {
    case 'integer':
      return 'int';
    case 'decimal':
      return 'decimal';
    case 'money':
      return moneyType(field.currency ?? 'EUR');
    case 'boolean':
      return 'bool';
    case 'date':
      return 'date';
    case 'dateTime':
      return TIMESTAMP;
    case 'table':
      return rowType === undefined ? 'list' : `list<${rowType}>`;
    case 'text':
    case 'choice':
    case 'reference':
    case 'user':
    case 'file':
      return 'string';
  }
}

type Convert = (stored: unknown) => unknown;

/** Stored → expression; undefined where nothing is given, it was erased, or it has another type than the field. */
export function converter(field: FieldKind, row?: ViewClass): Convert {
  switch (field.type) {
    case 'integer':
      return (stored) => (Number.isSafeInteger(stored) ? BigInt(stored as number) : undefined);
    case 'decimal':
      return exactConverter(Decimal, field.places);
    case 'money':
      return exactConverter(moneyClass(field.currency ?? 'EUR'), field.places);
    case 'boolean':
      return (stored) => (typeof stored === 'boolean' ? stored : undefined);
    case 'date':
      return (stored) =>
        typeof stored === 'string' && isDate(stored) ? new CalendarDate(stored) : undefined;
    case 'dateTime':
      return instant;
    case 'table':
      return (stored) => rows(stored, row);
    case 'text':
    case 'choice':
    case 'reference':
    case 'user':
    case 'file':
      return text;
  }
}

export function text(stored: unknown): unknown {
  return typeof stored === 'string' ? stored : undefined;
}

export function instant(stored: unknown): unknown {
  if (typeof stored !== 'string') return undefined;
  const date = new Date(stored);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function exactConverter(make: new (units: bigint, places: number) => Decimal, places: number): Convert {
  return (stored) => (Number.isSafeInteger(stored) ? new make(BigInt(stored as number), places) : undefined);
}

/** A table without rows is an empty list, so that its sum is zero. */
function rows(stored: unknown, row: ViewClass | undefined): unknown {
  if (stored === null || stored === undefined) return [];
  if (!Array.isArray(stored) || !row) return undefined;
  return stored.map((each: unknown) => new row(each));
}

/** A property read from the columns of a stored row or record. */
export function readColumn(key: string, convert: Convert): Read {
  return ((raw: Readonly<Record<string, unknown>>) => convert(raw[key])) as Read;
}

/** Expression result → stored, for a field it was checked to fit. */
export function toStored(field: FieldKind & Pick<Field, 'choices'>, result: unknown): Value {
  if (result === null || result === undefined) return null;
  if (typeof result === 'string') return storedText(field, result);
  if (typeof result === 'boolean') return result;
  if (result instanceof CalendarDate) return result.iso;
  if (result instanceof Date) return result.toISOString();
  if (field.type === 'integer' && typeof result === 'bigint') return toUnits(result, 0);
  if (field.type === 'decimal' || field.type === 'money') return toUnits(result as Exact, field.places);
  if (field.type === 'user' && typeof result === 'object' && 'id' in result) return String(result.id);
  throw new NotEvaluable(`the result does not fit a field of type ${field.type}`);
}

function storedText(field: Pick<Field, 'type' | 'choices'>, result: string): Value {
  if (result === '') return null;
  if (field.type === 'choice' && !field.choices.some(({ value }) => value === result)) {
    throw new NotEvaluable(`“${result.slice(0, 60)}” is none of the choices`);
  }
  return result;
}
