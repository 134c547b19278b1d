// Numbers as texts: the one place that writes them and reads them, plainly for programs and as a locale does for people.
import type { Field } from '../specification.js';
import { readerOf, readingsAnywhere } from './readings.js';
import { learn, PLAIN_MANNER, type NumberSeparators } from './separators.js';
import { plainNumber, unitsOf } from '../value.js';

/** `readings`: it is not clear which of these is meant; none: it is no number of that many places. */
export type NumberRead = { readonly units: number } | { readonly readings: readonly number[] };

/** What `write` writes is what `read` reads. Units are of 10^-places. */
export interface NumberNotation {
  write(units: number, places: number): string;
  read(text: string, places: number): NumberRead;
}

/** A point before the fraction, and nothing between thousands. */
export const PLAIN: NumberNotation = { write: plainNumber, read: reading([PLAIN_MANNER]) };

const known = new Map<string, NumberNotation>();

/** How people write the values of a field; without a locale, how programs do. */
export function notationOf(
  { currency: money }: Pick<Field, 'type' | 'currency'>,
  locale: string | undefined,
): NumberNotation {
  if (locale === undefined) return PLAIN;
  const key = `${locale} ${money ?? ''}`;
  let notation = known.get(key);
  if (!notation) known.set(key, (notation = localNotation(usableLocale(locale), money)));
  return notation;
}

/** British English writes the day before the month and the clock to 24: the least ambiguous English there is. */
export function usableLocale(locale: string): string {
  try {
    const [tag] = Intl.getCanonicalLocales(locale);
    return tag === undefined || tag === 'en' ? 'en-GB' : tag;
  } catch {
    return 'en-GB';
  }
}

function localNotation(locale: string, currency: string | undefined): NumberNotation {
  const style: Intl.NumberFormatOptions =
    currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'code' };
  const manners = [learn(locale, {}), ...(currency === undefined ? [] : [learn(locale, style)])];
  return { write: writing(locale, style), read: reading(manners) };
}

const WRITTEN = ['minusSign', 'integer', 'group', 'decimal', 'fraction'];

function writing(locale: string, style: Intl.NumberFormatOptions): NumberNotation['write'] {
  const formats = new Map<number, Intl.NumberFormat>();
  return (units, places) => {
    let format = formats.get(places);
    if (!format) formats.set(places, (format = formatOf(locale, style, places)));
    const parts = format.formatToParts(plainNumber(units, places));
    return parts.map(({ type, value }) => (WRITTEN.includes(type) ? value : '')).join('');
  };
}

function formatOf(locale: string, style: Intl.NumberFormatOptions, places: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...style,
    // A whole number of four digits is as often a year or a room as an amount: it stays together.
    useGrouping: style.currency === undefined && places === 0 ? 'min2' : 'auto',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

function reading(manners: readonly NumberSeparators[]): NumberNotation['read'] {
  const readers = manners.map(readerOf);
  const plainly = inPlainDigits(manners);
  return (written, places) => {
    const text = plainly(written);
    const own = readers.flatMap((read) => read(text) ?? []);
    const units = [...new Set(own.flatMap((digits) => unitsOf(digits, places) ?? []))];
    const anywhere = readingsAnywhere(text, places);
    const [only] = units;
    if (units.length !== 1 || only === undefined) return { readings: anywhere };
    // `2.500` with two places: hardly anybody writes such a fraction, and many write thousands so.
    const odd = own.some(({ fraction }) => fraction.length > places) && anywhere.length > 1;
    return odd ? { readings: anywhere } : { units: only };
  };
}

/** Its digits as ASCII ones, any minus as a hyphen, and without the marks that steer the direction of writing. */
function inPlainDigits(manners: readonly NumberSeparators[]): (text: string) => string {
  const plain = new Map([
    ['\u2212', '-'],
    ...manners.map(({ minus }) => [minus, '-'] as const),
    ...manners.flatMap(({ digits }) => digits.map((digit, value) => [digit, String(value)] as const)),
  ]);
  return (text) =>
    [...text.trim().replace(/[\u061c\u200e\u200f]/g, '')].map((each) => plain.get(each) ?? each).join('');
}
