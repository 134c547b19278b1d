// Numbers as people type them. Stored ones come as numbers: integers in units of 10^-places, exact.
import type { Field } from '../../../specification/specification.js';
import { EMPTY, value, wrong, wrongType, type Outcome } from './outcome.js';

/** Integers, decimals and money: `12`, `12.50`, `12,50`, `1,234.50` or `1.234,50`. */
export function readNumber(field: Field, raw: unknown): Outcome {
  const places = field.type === 'integer' ? 0 : field.places;
  if (typeof raw === 'number')
    return Number.isSafeInteger(raw) ? within(field, raw + 0, places) : notANumber(places);
  if (typeof raw !== 'string') return notANumber(places);
  const text = raw.trim().replace('\u2212', '-');
  if (text === '') return EMPTY;
  if (places < 3 && TWO_READINGS.test(text)) return twoReadings(text, places);
  const plain = plainNotation(text);
  const match = plain === undefined ? null : /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(plain);
  if (!match) return notANumber(places);
  const [, sign, whole, fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(places))) return notANumber(places);
  return within(field, Number(`${sign}${whole}${fraction.slice(0, places).padEnd(places, '0')}`) + 0, places);
}

/** `2.500` is two and a half to one reader and two thousand five hundred to the other. */
const TWO_READINGS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;

function twoReadings(text: string, places: number): Outcome {
  const units = Number(text.replace(/[.,]/, '')) * 10 ** places;
  const fraction = units / 1000;
  const readings = [units, ...(Number.isInteger(fraction) ? [fraction] : [])];
  const written = readings.map((each) => decimalText(each, places));
  return wrong('AMBIGUOUS_NUMBER', {
    value: text,
    readings: written.join(' or '),
    example: written[0]!,
  });
}

/** One of the two signs is the point, the other groups thousands; undefined where that cannot be told. */
function plainNotation(text: string): string | undefined {
  const grouped = /^([+-]?\d{1,3})((?:([.,])\d{3})(?:\3\d{3})*)([.,])(\d+)$/.exec(text);
  if (grouped && grouped[3] !== grouped[4]) {
    return `${grouped[1]}${grouped[2]!.replace(/[.,]/g, '')}.${grouped[5]}`;
  }
  if (!text.includes(',')) return text;
  // `1,234` is a thousand to one reader and a little more than one to the other.
  return /^[+-]?\d{1,3},\d{3}$/.test(text) ? undefined : text.replace(',', '.');
}

function within(field: Field, stored: number, places: number): Outcome {
  const most = Math.min(field.max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const least = Math.max(field.min ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  if (stored > most) return wrong('TOO_LARGE', { max: decimalText(most, places) });
  if (stored < least) return wrong('TOO_SMALL', { min: decimalText(least, places) });
  return value(stored);
}

function notANumber(places: number): Outcome {
  if (places === 0) return wrongType('a whole number', '12');
  const digits = places === 1 ? 'digit' : 'digits';
  return wrongType(
    `a number with at most ${places} ${digits} after the point`,
    decimalText(12 * 10 ** places, places),
  );
}

/** 1250 with two places is `12.50`. */
export function decimalText(stored: number, places: number): string {
  const digits = String(Math.abs(stored)).padStart(places + 1, '0');
  const sign = stored < 0 ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
