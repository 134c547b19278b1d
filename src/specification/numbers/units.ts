// Exact numbers: integers in units of 10^-places, and the digits people and programs write for them.

/** A decimal number, taken apart: `-12.50` is `-`, `12` and `50`. */
export interface Digits {
  readonly sign: string;
  readonly whole: string;
  readonly fraction: string;
}

/** undefined: it has more digits after the point than there are places. Too large ones come out too large. */
export function unitsOf({ sign, whole, fraction }: Digits, places: number): number | undefined {
  if (/[1-9]/.test(fraction.slice(places))) return undefined;
  const units = Number(`${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
  // 0 has no sign.
  return sign === '-' && units !== 0 ? -units : units;
}

/** 1250 with two places is `12.50`. */
export function plainNumber(units: number, places: number): Intl.StringNumericLiteral {
  return fixedPoint(BigInt(units), places) as Intl.StringNumericLiteral;
}

/** The same of any size. */
export function fixedPoint(units: bigint, places: number): string {
  if (places === 0) return String(units);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Decimal digits that a number of JSON keeps for certain. */
const EXACT_DIGITS = 15;

/** A number of JSON as the decimal it was written as: 20.5 with two places is 2050. Only a text can hold more digits. */
export function unitsOfJson(number: number, places: number): number | undefined {
  if (places === 0 && Number.isSafeInteger(number)) return number + 0;
  const text = number.toFixed(places);
  if (!Number.isFinite(number) || text.includes('e') || Number(text) !== number) return undefined;
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const significant = trimmed(`${whole}${fraction}`).length;
  const sign = number < 0 ? '-' : '';
  return significant > EXACT_DIGITS ? undefined : unitsOf({ sign, whole, fraction }, places);
}

/** Without the zeros at both ends. */
function trimmed(digits: string): string {
  const first = digits.search(/[1-9]/);
  const last = [...digits].findLastIndex((digit) => digit !== '0');
  return first < 0 ? '' : digits.slice(first, last + 1);
}
