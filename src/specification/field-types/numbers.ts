// Whole numbers, decimals and money, as people or programs write them. Stored are integers in units of 10^-places, exact.
import { phrase, counted } from '../refusal-words/message-parameters.js';
import { moneyClass, moneyType } from '../values/currency.js';
import { Decimal, parseDecimal, toUnits } from '../values/decimal.js';
import { unitsKnown } from '../values/comparison-units.js';
import { likelyUnits, notationOf, type NumberNotation } from '../numbers/number-notation.js';
import { unitsOfJson } from '../model/stored-value.js';
import type { Field } from '../model/specification.js';
import type { Convert, FieldTypeDefinition } from './field-type.js';
import { EMPTY, value, wrong, wrongType, type ParseResult, type ParseContext } from './parse-result.js';

const readWhole = (field: Field, raw: unknown, reading: ParseContext): ParseResult =>
  readUnits(field, 0, raw, reading);
const readExact = (field: Field, raw: unknown, reading: ParseContext): ParseResult =>
  readUnits(field, field.places, raw, reading);

function readUnits(field: Field, places: number, raw: unknown, { locale }: ParseContext): ParseResult {
  const notation = notationOf(field, locale);
  if (typeof raw === 'number') {
    const units = unitsOfJson(raw, places);
    return units === undefined ? notANumber(notation, places) : within(field, units, { notation, places });
  }
  if (typeof raw !== 'string') return notANumber(notation, places);
  if (raw.trim() === '') return EMPTY;
  const read = notation.read(raw, places);
  if ('units' in read) return within(field, read.units, { notation, places });
  if (read.readings.length === 0) return notANumber(notation, places, read.rounded);
  const readings = likelyUnits(read).map((units) => notation.write(units, places));
  return wrong('AMBIGUOUS_NUMBER', {
    value: raw.trim(),
    readings:
      readings.length < 2 ? readings : phrase('or', { one: readings.slice(0, -1), other: readings.at(-1)! }),
  });
}

interface WrittenNumber {
  readonly notation: NumberNotation;
  readonly places: number;
}

function within(field: Field, stored: number, { notation, places }: WrittenNumber): ParseResult {
  const most = Math.min(field.max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const least = Math.max(field.min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  if (stored > most) return wrong('TOO_LARGE', { max: notation.write(most, places) });
  if (stored < least) return wrong('TOO_SMALL', { min: notation.write(least, places) });
  return value(stored);
}

/** `likely`: units of what may have been meant. */
function notANumber(
  notation: NumberNotation,
  places: number,
  likely = 125 * 10 ** (places - 1),
): ParseResult {
  if (places === 0) return wrongType(phrase('type.whole-number'), notation.write(12, 0));
  const expected = phrase('type.number', { places: counted('places', places) });
  return wrongType(expected, notation.write(likely, places));
}

function literal(field: Field, source: string): number | undefined {
  const parsed = parseDecimal(source);
  return parsed && parsed.places <= field.places ? toUnits(parsed, field.places) : undefined;
}

const plainLiteral: FieldTypeDefinition['literal'] = (field, shown, source) =>
  typeof shown === 'number' ? literal(field, source) : undefined;

const exactly =
  (make: new (units: bigint, places: number) => Decimal, places: number): Convert =>
  (stored) =>
    Number.isSafeInteger(stored) ? new make(BigInt(stored as number), places) : undefined;

const number: Pick<
  FieldTypeDefinition,
  'holds' | 'isNumber' | 'known' | 'isOrdered' | 'filter' | 'isSorted' | 'literal'
> = {
  holds: 'value',
  isNumber: true,
  literal: plainLiteral,
  known: (field, value) => unitsKnown(value, field.places),
  isOrdered: true,
  filter: 'range',
  isSorted: true,
};

export const integer: FieldTypeDefinition = {
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

export const decimal: FieldTypeDefinition = {
  ...number,
  name: 'decimal',
  options: ['min', 'max', 'places'],
  places: (shown = 2) => shown,
  cel: () => 'decimal',
  toCel: ({ places }) => exactly(Decimal, places),
  takes: ['int', 'double'],
  read: readExact,
};

export const money: FieldTypeDefinition = {
  ...number,
  name: 'money',
  isAmount: true,
  options: ['min', 'max', 'currency'],
  literal(field, shown, source) {
    if (typeof shown !== 'string') return plainLiteral(field, shown, source);
    const [, amount = '', currency] = /^([+-]?[\d.]+)\s+([A-Z]{3})$/.exec(source) ?? [];
    return currency === field.currency ? literal(field, amount) : undefined;
  },
  cel: ({ currency }) => moneyType(currency ?? 'EUR'),
  toCel: ({ currency, places }) => exactly(moneyClass(currency ?? 'EUR'), places),
  read: readExact,
};
