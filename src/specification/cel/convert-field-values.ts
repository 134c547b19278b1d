// Field values between their stored form (value.ts) and the form expressions calculate with.
import type { ToExpressionValue } from '../field-types/field-type.js';
import { getDecimalPlaces, getFieldType } from '../field-types/find-field-type.js';
import type { Field, Expression, Scope } from '../model/specification.js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { Value } from '../model/stored-value.js';
import { CalendarDate } from '../values/calendar-date.js';
import { Decimal, toUnits } from '../values/decimal.js';
import type { PropertyReader, ViewClass } from '../values/lazy-view-class.js';

export type FieldKind = Pick<Field, 'type' | 'places' | 'currency'>;

/** The expression type of a field; a table's rows are a type of their own. */
export const getCelType = (field: FieldKind, rowType?: string): string =>
  getFieldType(field).cel(field, rowType);

/** Stored → expression; undefined where nothing is given, it was erased, or it has another type than the field. */
export const getConverter = (field: FieldKind, row?: ViewClass): ToExpressionValue =>
  getFieldType(field).toCel(field, row);

export function toTextOrUndefined(stored: unknown): unknown {
  return typeof stored === 'string' ? stored : undefined;
}

/** A property read from the columns of a stored row or record. */
export function createColumnReader(key: string, convert: ToExpressionValue): PropertyReader {
  return ((raw: Readonly<Record<string, unknown>>) => convert(raw[key])) as PropertyReader;
}

/** Expression result → stored, for a field it was checked to fit. */
export function toStoredValue(field: FieldKind & Pick<Field, 'choices'>, result: unknown): Value {
  if (result === null || result === undefined) return null;
  if (typeof result === 'string') return textToStoredValue(field, result);
  if (typeof result === 'boolean') return result;
  if (typeof result === 'bigint' || typeof result === 'number' || result instanceof Decimal) {
    return toUnits(result, getDecimalPlaces(field));
  }
  return objectToStoredValue(field, result);
}

function objectToStoredValue({ type }: FieldKind, result: object): Value {
  if (result instanceof CalendarDate) return result.iso;
  if (result instanceof Date) return result.toISOString();
  if (getFieldType({ type }).pointsTo === 'person' && 'id' in result) return String(result.id);
  throw new NotEvaluable(`the result does not fit a field of type ${type}`);
}

function textToStoredValue(field: Pick<Field, 'type' | 'choices'>, result: string): Value {
  if (result === '') return null;
  getFieldType(field).mustTake?.(field, result);
  return result;
}

// Constants with several values at once: by key, and by what holds of a record.
/** `constants.perDiem[record.country]`. Where there are others, every key has a value. */
export function createKeyedValues(
  values: ReadonlyMap<string, unknown>,
  others: { readonly value: unknown } | undefined,
) {
  const byKey = new Map(values);
  if (!others) return byKey;
  const [get, has] = [byKey.get.bind(byKey), byKey.has.bind(byKey)];
  // The library takes a map for one only where it is nothing else.
  return Object.assign(byKey, {
    get: (key: string) => (has(key) ? get(key) : others.value),
    has: () => true,
  });
}

interface DecisionRow {
  /** undefined: it did not pass the check, or it is the last. */
  readonly when?: Expression<boolean>;
  readonly value: unknown;
}

/** Takes the first row that holds. A row that cannot be evaluated makes all later ones undecidable. */
export class DecisionTable {
  private rows: readonly DecisionRow[] = [];

  /** Conditions are compiled once everything they may look at is known. */
  decideBy(rows: readonly DecisionRow[]): void {
    this.rows = rows;
  }

  of(scope: Scope): unknown {
    const plain = replacePeopleByIds(scope);
    for (const { when, value } of this.rows) if (!when || when.evaluate(plain)) return value;
    throw new NotEvaluable('no row of the table holds');
  }
}

/** Calls and mails see people where conditions see their ids. */
function replacePeopleByIds(scope: Scope): Scope {
  const { record } = scope;
  if (!record || !Object.values(record.fields).some(isPerson)) return scope;
  const fields = Object.fromEntries(
    Object.entries(record.fields).map(([key, value]) => [key, isPerson(value) ? value.id : value]),
  );
  return { ...scope, record: { ...record, fields } };
}

const isPerson = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
