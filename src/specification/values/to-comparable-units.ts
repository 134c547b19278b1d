import { Decimal, formatDecimal, type Exact, toDecimal } from './decimal.js';

/** undefined: no number, or too precise. */
export function toComparableUnits(value: unknown, places: number): number | undefined {
  return isExact(value) ? unitsOf(value, places) : undefined;
}

function isExact(value: unknown): value is Exact {
  return (
    value instanceof Decimal ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

function unitsOf(value: Exact, places: number): number | undefined {
  const { units, places: has } = toDecimal(value);
  const shifted = new Decimal(
    has < places ? units * 10n ** BigInt(places - has) : units,
    Math.max(0, has - places),
  );
  const number = Number(formatDecimal(shifted));
  // Doubles are inexact beyond.
  return Number.isSafeInteger(Math.trunc(number)) && formatDecimal(shifted).length <= 15 ? number : undefined;
}
