// Field values between their stored form (value.ts) and the form expressions calculate with.
import type { Field, FieldType } from '../specification.js';
import { NotEvaluable } from '../not-evaluable.js';
import type { Value } from '../value.js';
import { CalendarDate, isDate } from './calendar.js';
import { moneyClass, moneyType } from './currency.js';
import { Decimal, toUnits } from './decimal.js';
import { TIMESTAMP } from './base-environment.js';
import type { Read, ViewClass } from './view.js';

export type FieldKind = Pick<Field, 'type' | 'places' | 'currency'>;

const TYPES: Readonly<Record<Exclude<FieldType, 'money' | 'table'>, string>> = {
  text: 'string',
  integer: 'int',
  decimal: 'decimal',
  boolean: 'bool',
  date: 'date',
  dateTime: TIMESTAMP,
  choice: 'string',
  reference: 'string',
  user: 'string',
  file: 'string',
};

/** The expression type of a field; a table's rows are a type of their own. */
export function celType(field: FieldKind, rowType?: string): string {
  if (field.type === 'money') return moneyType(field.currency ?? 'EUR');
  if (field.type === 'table') return rowType === undefined ? 'list' : `list<${rowType}>`;
  return TYPES[field.type];
}

type Convert = (stored: unknown) => unknown;

const CONVERTS: Readonly<Record<Exclude<FieldType, 'decimal' | 'money' | 'table'>, Convert>> = {
  text,
  choice: text,
  reference: text,
  user: text,
  file: text,
  integer: (stored) => (Number.isSafeInteger(stored) ? BigInt(stored as number) : undefined),
  boolean: (stored) => (typeof stored === 'boolean' ? stored : undefined),
  date: (stored) => (typeof stored === 'string' && isDate(stored) ? new CalendarDate(stored) : undefined),
  dateTime: instant,
};

/** Stored → expression; undefined where nothing is given, it was erased, or it has another type than the field. */
export function converter(field: FieldKind, row?: ViewClass): Convert {
  if (field.type === 'decimal') return exactConverter(Decimal, field.places);
  if (field.type === 'money') return exactConverter(moneyClass(field.currency ?? 'EUR'), field.places);
  if (field.type === 'table') return (stored) => rows(stored, row);
  return CONVERTS[field.type];
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
  if (typeof result === 'bigint' || typeof result === 'number' || result instanceof Decimal) {
    return toUnits(result, field.type === 'integer' ? 0 : field.places);
  }
  return storedObject(field, result);
}

function storedObject({ type }: FieldKind, result: object): Value {
  if (result instanceof CalendarDate) return result.iso;
  if (result instanceof Date) return result.toISOString();
  if (type === 'user' && 'id' in result) return String(result.id);
  throw new NotEvaluable(`the result does not fit a field of type ${type}`);
}

function storedText(field: Pick<Field, 'type' | 'choices'>, result: string): Value {
  if (result === '') return null;
  if (field.type === 'choice' && !field.choices.some(({ value }) => value === result)) {
    throw new NotEvaluable(`“${result.slice(0, 60)}” is none of the choices`);
  }
  return result;
}
