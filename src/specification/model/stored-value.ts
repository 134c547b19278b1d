// Field values as they are stored: plain JSON, exact. Which are the same, which say nothing, which cannot be read, and numbers as
// integers in units of 10^-places.

export type Scalar = string | number | boolean | null;
export type Row = Readonly<Record<string, Scalar>>;

/**
 * A stored value, by the type of its field. An empty one is null, never ''.
 *   text, choice, file      string
 *   integer                 number (safe integer)
 *   decimal, money          number: integer in units of 10^-places (12.50 EUR is 1250)
 *   boolean                 boolean
 *   date                    'YYYY-MM-DD'
 *   dateTime                ISO 8601 instant, UTC, '2026-11-20T10:00:00.000Z'
 *   reference, user         id of the record or the person
 *   table                   list of rows
 */
export type Value = Scalar | readonly Row[] | Unreadable;
export type Fields = Readonly<Record<string, Value>>;

/** Placeholder for a personal value whose key is missing: not erased, but unreadable until the key is restored. */
export interface Erased {
  readonly erased: true;
}

/** Stands where a personal value is whose key is missing: it is not erased, and nobody can read it until the key is put back. */
interface KeyMissing {
  readonly keyMissing: true;
}

/** Stands where a personal value is that does not open with its key: what is stored of it is not what was sealed. */
interface Damaged {
  readonly damaged: true;
}

export type Unreadable = Erased | KeyMissing | Damaged;

export const ERASED: Erased = Object.freeze({ erased: true });

export function isErased(value: unknown): value is Erased {
  return typeof value === 'object' && value !== null && (value as Partial<Erased>).erased === true;
}

export const KEY_MISSING: KeyMissing = Object.freeze({ keyMissing: true });

export function isKeyMissing(value: unknown): value is KeyMissing {
  return typeof value === 'object' && value !== null && (value as Partial<KeyMissing>).keyMissing === true;
}

export const DAMAGED: Damaged = Object.freeze({ damaged: true });

export function isDamaged(value: unknown): value is Damaged {
  return typeof value === 'object' && value !== null && (value as Partial<Damaged>).damaged === true;
}

export const isUnreadable = (value: unknown): value is Unreadable =>
  isErased(value) || isKeyMissing(value) || isDamaged(value);

/** White space of any script and invisible characters. */
const NOTHING = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether the text has no visible character. */
export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || NOTHING.test(text);
}

/** What is left out is null. */
export function isSameValue(one: Value | undefined, other: Value | undefined): boolean {
  const [a, b] = [one ?? null, other ?? null];
  if (a === b) return true;
  if (isErased(a) || isErased(b)) return isErased(a) && isErased(b);
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((row: Row, index) => sameRow(row, b[index] as Row));
}

function sameRow(one: Row, other: Row): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => (one[key] ?? null) === (other[key] ?? null));
}

/** A decimal number, taken apart: `-12.50` is `-`, `12` and `50`. */
export interface Digits {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** A number as it is stored, in units of 10^-places. undefined: it has more digits after the point than there are places. Too large ones come out too large. */
export function toStoredUnits({ sign, whole, fraction }: Digits, places: number): number | undefined {
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const units = Number(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
  // 0 has no sign.
  return sign === '-' && units !== 0 ? -units : units;
}

/** 1250 with two places is `12.50`. */
export function formatUnits(units: number, places: number): Intl.StringNumericLiteral {
  return formatFixedPoint(BigInt(units), places) as Intl.StringNumericLiteral;
}

/** The same of any size. */
export function formatFixedPoint(units: bigint, places: number): string {
  if (places === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Decimal digits that a number of JSON keeps for certain. */
const EXACT_DIGITS = 15;

/** A number of JSON as the decimal it was written as: 20.5 with two places is 2050. Only a text can hold more digits. */
export function parseJsonNumber(number: number, places: number): number | undefined {
  if (places === 0 && Number.isSafeInteger(number)) return number + 0;
  const text = number.toFixed(places);
  if (!Number.isFinite(number) || text.includes('e') || Number(text) !== number) return undefined;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const significant = trimmed(`${whole}${fraction}`).length;
  const sign = number < 0 ? '-' : '';
  return significant > EXACT_DIGITS ? undefined : toStoredUnits({ sign, whole, fraction }, places);
}

/** Without the zeros at both ends. */
function trimmed(digits: string): string {
  const first = digits.search(/[1-9]/);
  const last = [...digits].findLastIndex((digit) => digit !== '0');
  return first < 0 ? '' : digits.slice(first, last + 1);
}
