// The only place that formats and parses numbers.
import type { Field } from '../model/specification.js';
import { getCurrencyNames, removeCurrency } from './currency-signs.js';
import { toAsciiDigits, toHalfWidth } from './ascii-digits.js';
import { listPossibleNumbers, createDigitReader } from './digit-grouping.js';
import { getLocaleSeparators, PLAIN_SEPARATORS, type NumberSeparators } from './locale-separators.js';
import { chooseDisplayLocale } from './choose-display-locale.js';
import { formatUnits, toStoredUnits, type DecimalParts } from '../model/stored-value.js';

/** `readings`: candidates of an ambiguous text. `rounded`: cut to the places. */
export type NumberReading =
  { readonly units: number } | { readonly readings: readonly number[]; readonly rounded?: number };

/** Likeliest first. */
export const listLikelyReadings = (read: NumberReading): readonly number[] =>
  'units' in read
    ? [read.units]
    : [...new Set([...(read.rounded === undefined ? [] : [read.rounded]), ...read.readings])];

/** `read` accepts what `write` returns; units are 10^-places. */
export interface NumberNotation {
  write(units: number, places: number): string;
  read(text: string, places: number): NumberReading;
}

/** A point, no grouping. */
export const PLAIN_NOTATION: NumberNotation = { write: formatUnits, read: createPlainReader() };

const known = new Map<string, NumberNotation>();

export function getNumberNotation(
  { currency: money }: Pick<Field, 'type' | 'currency'>,
  locale: string | undefined,
): NumberNotation {
  if (locale === undefined) return PLAIN_NOTATION;
  const key = `${locale} ${money ?? ''}`;
  let notation = known.get(key);
  if (!notation) known.set(key, (notation = createLocalNotation(chooseDisplayLocale(locale), money)));
  return notation;
}

const NO_SIGNS: ReadonlySet<string> = new Set();

function createLocalNotation(locale: string, currency: string | undefined): NumberNotation {
  const style: Intl.NumberFormatOptions =
    currency === undefined ? {} : { style: 'currency', currency, currencyDisplay: 'code' };
  const manners = [
    getLocaleSeparators(locale, {}),
    ...(currency === undefined ? [] : [getLocaleSeparators(locale, style)]),
  ];
  const signs = currency === undefined ? NO_SIGNS : getCurrencyNames(currency, locale);
  return { write: createWriter(locale, style), read: createLocalReader(manners, signs) };
}

const WRITTEN = ['minusSign', 'integer', 'group', 'decimal', 'fraction'];

function createWriter(locale: string, style: Intl.NumberFormatOptions): NumberNotation['write'] {
  const formats = new Map<number, Intl.NumberFormat>();
  return (units, places) => {
    let format = formats.get(places);
    if (!format) formats.set(places, (format = formatOf(locale, style, places)));
    const parts = format.formatToParts(formatUnits(units, places));
    return parts.map(({ type, value }) => (WRITTEN.includes(type) ? value : '')).join('');
  };
}

function formatOf(locale: string, style: Intl.NumberFormatOptions, places: number): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    ...style,
    // Four digits may be a year or a room.
    useGrouping: style.currency === undefined && places === 0 ? 'min2' : 'auto',
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

function createPlainReader(): NumberNotation['read'] {
  const readOwn = readingOwn([PLAIN_SEPARATORS]);
  const plainly = inPlainDigits([PLAIN_SEPARATORS]);
  return (written, places) => {
    const text = plainly(written);
    return readOwn(text, places) ?? { readings: unitsAnywhere(text, places) };
  };
}

/** `1’234.–`, `1.234,-` */
const NO_CENTS = /(?<=\d)[.,](?:--?|[\u2013\u2014])$/;
const NO_WHOLE = /^([-+]?)(?=[.,\u066b]\d)/;

/** Accepts unambiguous foreign notation, too: `10,50` in English. */
function createLocalReader(
  manners: readonly NumberSeparators[],
  currency: ReadonlySet<string>,
): NumberNotation['read'] {
  const readOwn = readingOwn(manners);
  const plainly = inPlainDigits(manners);
  return (written, places) => {
    const amount = removeCurrency(toAsciiDigits(toHalfWidth(plainly(written))), currency);
    const text = (currency.size > 0 ? amount.replace(NO_CENTS, '') : amount).replace(NO_WHOLE, '$10');
    const own = readOwn(text, places);
    if (own) return own;
    const anywhere = listPossibleNumbers(text);
    const units = unitsAnywhere(text, places);
    return anywhere.length === 1 && units[0] !== undefined
      ? { units: units[0] }
      : { readings: units, ...roundedOf(anywhere, places) };
  };
}

function readingOwn(
  manners: readonly NumberSeparators[],
): (text: string, places: number) => NumberReading | undefined {
  const readers = manners.map(createDigitReader);
  return (text, places) => {
    const own = readers.flatMap((read) => read(text) ?? []);
    if (own.length === 0) return undefined;
    const [only, ...others] = unitsOfAll(own, places);
    const anywhere = unitsAnywhere(text, places);
    if (only === undefined) return { readings: anywhere, ...roundedOf(own, places) };
    if (others.length > 0) return { readings: anywhere };
    const odd = own.some(({ fraction }) => fraction.length > places) && anywhere.length > 1;
    return odd ? { readings: anywhere } : { units: only };
  };
}

function roundedOf(all: readonly DecimalParts[], places: number): { readonly rounded?: number } {
  const [first] = all;
  const units = places > 0 && first && roundedUnits(first, places);
  return typeof units === 'number' && Number.isSafeInteger(units) ? { rounded: units } : {};
}

function roundedUnits({ sign, whole, fraction }: DecimalParts, places: number): number | undefined {
  const units = toStoredUnits({ sign: '', whole, fraction: fraction.slice(0, places) }, places);
  if (units === undefined) return undefined;
  const nearest = units + (fraction.charAt(places) >= '5' ? 1 : 0);
  return sign === '-' && nearest !== 0 ? -nearest : nearest;
}

const unitsAnywhere = (text: string, places: number): readonly number[] =>
  unitsOfAll(listPossibleNumbers(text), places);

const unitsOfAll = (all: readonly DecimalParts[], places: number): readonly number[] => [
  ...new Set(all.flatMap((digits) => toStoredUnits(digits, places) ?? [])),
];

/** ASCII digits, hyphen for minus, no bidirectional marks. */
function inPlainDigits(manners: readonly NumberSeparators[]): (text: string) => string {
  const plain = new Map([
    ['\u2212', '-'],
    ...manners.map(({ minus }) => [minus, '-'] as const),
    ...manners.flatMap(({ digits }) => digits.map((digit, value) => [digit, String(value)] as const)),
  ]);
  return (text) =>
    [...text.trim().replace(/[\u061c\u200e\u200f]/g, '')].map((each) => plain.get(each) ?? each).join('');
}
