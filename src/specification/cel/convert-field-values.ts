import type { ToExpressionValue } from '../field-types/field-type.js';
import { getDecimalPlaces, getFieldType } from '../field-types/find-field-type.js';
import type { Field, Expression, Scope } from '../model/specification.js';
import { NotEvaluable } from '../values/not-evaluable.js';
import type { Value } from '../model/stored-value.js';
import { CalendarDate } from '../values/calendar-date.js';
import { Decimal, toUnits } from '../values/decimal.js';
import type { PropertyReader, ViewClass } from '../values/lazy-view-class.js';

export type FieldKind = Pick<Field, 'type' | 'places' | 'currency'>;

export const getCelType = (field: FieldKind, rowType?: string): string =>
  getFieldType(field).cel(field, rowType);

/** undefined: missing, erased or of another type. */
export const getToCelConverter = (field: FieldKind, row?: ViewClass): ToExpressionValue =>
  getFieldType(field).toCel(field, row);

export function storedTextToCel(stored: unknown): unknown {
  return typeof stored === 'string' ? stored : undefined;
}

export function createPropertyReader(key: string, convert: ToExpressionValue): PropertyReader {
  return ((raw: Readonly<Record<string, unknown>>) => convert(raw[key])) as PropertyReader;
}

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

export function createMapWithDefault(
  values: ReadonlyMap<string, unknown>,
  others: { readonly value: unknown } | undefined,
) {
  const byKey = new Map(values);
  if (!others) return byKey;
  const [get, has] = [byKey.get.bind(byKey), byKey.has.bind(byKey)];
  // The library accepts only plain maps.
  return Object.assign(byKey, {
    get: (key: string) => (has(key) ? get(key) : others.value),
    has: () => true,
  });
}

interface DecisionRow {
  /** undefined: invalid, or the last row. */
  readonly when?: Expression<boolean>;
  readonly value: unknown;
}

/** The first row that holds. If a row cannot be evaluated, later ones are undecided. */
export class DecisionTable {
  private rows: readonly DecisionRow[] = [];

  decideBy(rows: readonly DecisionRow[]): void {
    this.rows = rows;
  }

  of(scope: Scope): unknown {
    const plain = replacePeopleByIds(scope);
    for (const { when, value } of this.rows) if (!when || when.evaluate(plain)) return value;
    throw new NotEvaluable('no row of the table holds');
  }
}

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
