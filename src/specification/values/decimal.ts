import { NotEvaluable } from './not-evaluable.js';
import { formatFixedPoint } from '../model/stored-value.js';
import { compareAscending } from './compare-ascending.js';

/** Other operations are exact. */
const DIVISION_PLACES = 20;

/** Products double their digits. */
const MAX_DIGITS = 400;
const LIMIT = 10n ** BigInt(MAX_DIGITS);

export class Decimal {
  constructor(
    readonly units: bigint,
    readonly places: number,
  ) {}
}

/** A class per currency keeps expressions from mixing them. */
export class Money extends Decimal {}

export type Exact = Decimal | bigint | number;

const powers: bigint[] = [1n];

function power(exponent: number): bigint {
  for (let known = powers.length; known <= exponent; known += 1) powers.push((powers[known - 1] ?? 1n) * 10n);
  return powers[exponent] ?? 1n;
}

/** `0.19` is exactly 0.19. */
export function toDecimal(value: Exact): Decimal {
  if (value instanceof Decimal) return value;
  if (typeof value === 'bigint') return new Decimal(value, 0);
  return parseDecimal(plain(value)) ?? notANumber(value);
}

function notANumber(value: number): never {
  throw new NotEvaluable(`${value} is not a number`);
}

function plain(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e21) return '';
  const text = String(value);
  return text.includes('e') ? value.toFixed(20) : text;
}

export function parseDecimal(text: string): Decimal | undefined {
  const [found, whole = '', fraction = ''] = /^([+-]?\d{1,30})(?:\.(\d{1,20}))?$/.exec(text.trim()) ?? [];
  return found === undefined ? undefined : new Decimal(BigInt(whole + fraction), fraction.length);
}

export function compareDecimals(left: Exact, right: Exact): number {
  const [a, b] = aligned(toDecimal(left), toDecimal(right));
  return compareAscending(a, b);
}

export function add(left: Exact, right: Exact): Decimal {
  const [a, b, places] = aligned(toDecimal(left), toDecimal(right));
  return new Decimal(a + b, places);
}

export function subtract(left: Exact, right: Exact): Decimal {
  const [a, b, places] = aligned(toDecimal(left), toDecimal(right));
  return new Decimal(a - b, places);
}

export function multiply(left: Exact, right: Exact): Decimal {
  const [a, b] = [toDecimal(left), toDecimal(right)];
  const product = trimmed(a.units * b.units, a.places + b.places);
  if (product.places > MAX_DIGITS || product.units > LIMIT || product.units < -LIMIT)
    throw new NotEvaluable('the number is too large');
  return product;
}

export function divide(left: Exact, right: Exact): Decimal {
  const [a, b] = [toDecimal(left), toDecimal(right)];
  if (b.units === 0n) throw new NotEvaluable('division by zero');
  const places = Math.max(a.places, DIVISION_PLACES);
  const units = rounded(a.units * power(places - a.places + b.places), b.units);
  return trimmed(units, places);
}

export function roundDecimal(value: Exact, places: number): Decimal {
  const { units, places: has } = toDecimal(value);
  if (has <= places) return new Decimal(units * power(places - has), places);
  return new Decimal(rounded(units, power(has - places)), places);
}

export function toUnits(value: Exact, places: number): number {
  const units = Number(roundDecimal(value, places).units);
  if (!Number.isSafeInteger(units)) throw new NotEvaluable('the number is too large');
  return units;
}

export const formatDecimal = ({ units, places }: Decimal): string => formatFixedPoint(units, places);

function aligned(a: Decimal, b: Decimal): readonly [bigint, bigint, number] {
  if (a.places === b.places) return [a.units, b.units, a.places];
  const places = Math.max(a.places, b.places);
  return [a.units * power(places - a.places), b.units * power(places - b.places), places];
}

/** Products accumulate trailing zeros. */
function trimmed(units: bigint, places: number): Decimal {
  let [rest, digits] = [units, places];
  while (digits > 12 && rest % 10n === 0n) [rest, digits] = [rest / 10n, digits - 1];
  return new Decimal(rest, digits);
}

function rounded(dividend: bigint, divisor: bigint): bigint {
  const [n, d] = divisor < 0n ? [-dividend, -divisor] : [dividend, divisor];
  const doubled = (n < 0n ? -n : n) * 2n + d;
  const result = doubled / (2n * d);
  return n < 0n ? -result : result;
}
