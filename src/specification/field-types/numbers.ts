// Stored as exact integers in units of 10^-places.
import { createPhrase, createCountedPhrase } from '../refusal-words/phrases.js';
import { getMoneyClass, toCelMoneyType } from '../values/currency.js';
import { Decimal, parseDecimal, toUnits } from '../values/decimal.js';
import { toComparableUnits } from '../values/to-comparable-units.js';
import { listLikelyReadings, getNumberNotation, type NumberNotation } from '../numbers/number-notation.js';
import { jsonNumberToStoredUnits } from '../model/stored-value.js';
import type { Field } from '../model/specification.js';
import type { ToExpressionValue, FieldTypeDefinition } from './field-type.js';
import {
  EMPTY,
  acceptValue,
  rejectValue,
  rejectType,
  type ParseResult,
  type ParseContext,
} from './parse-result.js';

const readWhole = (field: Field, raw: unknown, reading: ParseContext): ParseResult =>
  readUnits(field, 0, raw, reading);
const readExact = (field: Field, raw: unknown, reading: ParseContext): ParseResult =>
  readUnits(field, field.places, raw, reading);

function readUnits(field: Field, places: number, raw: unknown, { locale }: ParseContext): ParseResult {
  const notation = getNumberNotation(field, locale);
  if (typeof raw === 'number') {
    const units = jsonNumberToStoredUnits(raw, places);
    return units === undefined
      ? rejectNumber(notation, places)
      : checkRange(field, units, { notation, places });
  }
  if (typeof raw !== 'string') return rejectNumber(notation, places);
  if (raw.trim() === '') return EMPTY;
  const read = notation.read(raw, places);
  if ('units' in read) return checkRange(field, read.units, { notation, places });
  if (read.readings.length === 0) return rejectNumber(notation, places, read.rounded);
  const readings = listLikelyReadings(read).map((units) => notation.write(units, places));
  return rejectValue('AMBIGUOUS_NUMBER', {
    value: raw.trim(),
    readings:
      readings.length < 2
        ? readings
        : createPhrase('or', { one: readings.slice(0, -1), other: readings.at(-1)! }),
  });
}

interface WrittenNumber {
  readonly notation: NumberNotation;
  readonly places: number;
}

function checkRange(field: Field, stored: number, { notation, places }: WrittenNumber): ParseResult {
  const most = Math.min(field.max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const least = Math.max(field.min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  if (stored > most) return rejectValue('TOO_LARGE', { max: notation.write(most, places) });
  if (stored < least) return rejectValue('TOO_SMALL', { min: notation.write(least, places) });
  return acceptValue(stored);
}

/** `likely`: units that may be meant. */
function rejectNumber(
  notation: NumberNotation,
  places: number,
  likely = 125 * 10 ** (places - 1),
): ParseResult {
  if (places === 0) return rejectType(createPhrase('type.whole-number'), notation.write(12, 0));
  const expected = createPhrase('type.number', { places: createCountedPhrase('places', places) });
  return rejectType(expected, notation.write(likely, places));
}

function literal(field: Field, source: string): number | undefined {
  const parsed = parseDecimal(source);
  return parsed && parsed.places <= field.places ? toUnits(parsed, field.places) : undefined;
}

const plainLiteral: FieldTypeDefinition['literal'] = (field, shown, source) =>
  typeof shown === 'number' ? literal(field, source) : undefined;

const toExactConverter =
  (make: new (units: bigint, places: number) => Decimal, places: number): ToExpressionValue =>
  (stored) =>
    Number.isSafeInteger(stored) ? new make(BigInt(stored as number), places) : undefined;

const number: Pick<
  FieldTypeDefinition,
  'holds' | 'isNumber' | 'known' | 'isOrdered' | 'filter' | 'isSorted' | 'literal'
> = {
  holds: 'value',
  isNumber: true,
  literal: plainLiteral,
  known: (field, value) => toComparableUnits(value, field.places),
  isOrdered: true,
  filter: 'range',
  isSorted: true,
};

export const integerType: FieldTypeDefinition = {
  ...number,
  name: 'integer',
  becomes: 'decimal',
  isWhole: true,
  options: ['min', 'max'],
  cel: () => 'int',
  toCel: () => (stored) => (Number.isSafeInteger(stored) ? BigInt(stored as number) : undefined),
  read: readWhole,
  exported: (units) => units,
};

export const decimalType: FieldTypeDefinition = {
  ...number,
  name: 'decimal',
  options: ['min', 'max', 'places'],
  places: (shown = 2) => shown,
  cel: () => 'decimal',
  toCel: ({ places }) => toExactConverter(Decimal, places),
  takes: ['int', 'double'],
  read: readExact,
};

export const moneyType: FieldTypeDefinition = {
  ...number,
  name: 'money',
  isAmount: true,
  options: ['min', 'max', 'currency'],
  literal(field, shown, source) {
    if (typeof shown !== 'string') return plainLiteral(field, shown, source);
    const [, amount = '', currency] = /^([+-]?[\d.]+)\s+([A-Z]{3})$/.exec(source) ?? [];
    return currency === field.currency ? literal(field, amount) : undefined;
  },
  cel: ({ currency }) => toCelMoneyType(currency ?? 'EUR'),
  toCel: ({ currency, places }) => toExactConverter(getMoneyClass(currency ?? 'EUR'), places),
  read: readExact,
};
