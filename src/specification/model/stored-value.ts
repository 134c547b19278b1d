// Plain JSON, exact.

export type Scalar = string | number | boolean | null;
export type Row = Readonly<Record<string, Scalar>>;

/**
 * Empty is null, never ''. text, choice, file: string; integer: safe integer; decimal, money: integer in units of
 * 10^-places (12.50 EUR is 1250); date: 'YYYY-MM-DD'; dateTime: '2026-11-20T10:00:00.000Z'; reference, user: id; table:
 * rows.
 */
export type Value = Scalar | readonly Row[] | Unreadable;
export type Fields = Readonly<Record<string, Value>>;

export interface Erased {
  readonly erased: true;
}

/** Not erased: readable once the key is restored. */
interface KeyMissing {
  readonly keyMissing: true;
}

/** The key does not open the stored bytes. */
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
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

export function isBlank(text: string | null | undefined): boolean {
  return text === null || text === undefined || BLANK.test(text);
}

/** Absent equals null. */
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

export interface DecimalParts {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** undefined: too many fraction digits. May exceed safe integers. */
export function toStoredUnits({ sign, whole, fraction }: DecimalParts, places: number): number | undefined {
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const units = Number(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
  return sign === '-' && units !== 0 ? -units : units;
}

export function formatUnits(units: number, places: number): Intl.StringNumericLiteral {
  return formatFixedPoint(BigInt(units), places) as Intl.StringNumericLiteral;
}

export function formatFixedPoint(units: bigint, places: number): string {
  if (places === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const EXACT_DIGITS = 15;

/** 20.5 with two places is 2050. */
export function jsonNumberToStoredUnits(number: number, places: number): number | undefined {
  if (places === 0 && Number.isSafeInteger(number)) return number + 0;
  const text = number.toFixed(places);
  if (!Number.isFinite(number) || text.includes('e') || Number(text) !== number) return undefined;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const significant = trimmed(`${whole}${fraction}`).length;
  const sign = number < 0 ? '-' : '';
  return significant > EXACT_DIGITS ? undefined : toStoredUnits({ sign, whole, fraction }, places);
}

function trimmed(digits: string): string {
  const first = digits.search(/[1-9]/);
  const last = [...digits].findLastIndex((digit) => digit !== '0');
  return first < 0 ? '' : digits.slice(first, last + 1);
}
