// Whole numbers, decimals and money, as people or programs write them. Stored are integers in units of 10^-places, exact.
import { notationOf, type NumberNotation } from '#specification/numbers/notation.js';
import { unitsOfJson } from '#specification/numbers/units.js';
import type { Field } from '#specification/specification.js';
import { EMPTY, value, wrong, wrongType, type Outcome, type Reading } from './outcome.js';

export function readNumber(field: Field, raw: unknown, { locale }: Pick<Reading, 'locale'>): Outcome {
  const places = field.type === 'integer' ? 0 : field.places;
  const notation = notationOf(field, locale);
  if (typeof raw === 'number') {
    const units = unitsOfJson(raw, places);
    return units === undefined ? notANumber(notation, places) : within(field, units, { notation, places });
  }
  if (typeof raw !== 'string') return notANumber(notation, places);
  if (raw.trim() === '') return EMPTY;
  const read = notation.read(raw, places);
  if ('units' in read) return within(field, read.units, { notation, places });
  if (read.readings.length === 0) return notANumber(notation, places);
  const readings = read.readings.map((units) => notation.write(units, places));
  return wrong('AMBIGUOUS_NUMBER', { value: raw.trim(), readings: readings.join(' or ') });
}

interface Written {
  readonly notation: NumberNotation;
  readonly places: number;
}

function within(field: Field, stored: number, { notation, places }: Written): Outcome {
  const most = Math.min(field.max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const least = Math.max(field.min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  if (stored > most) return wrong('TOO_LARGE', { max: notation.write(most, places) });
  if (stored < least) return wrong('TOO_SMALL', { min: notation.write(least, places) });
  return value(stored);
}

function notANumber(notation: NumberNotation, places: number): Outcome {
  if (places === 0) return wrongType('a whole number', notation.write(12, 0));
  const digits = places === 1 ? 'digit' : 'digits';
  const expected = `a number with at most ${places} ${digits} after the point`;
  return wrongType(expected, notation.write(125 * 10 ** (places - 1), places));
}
