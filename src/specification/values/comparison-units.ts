// A number of a comparison, in the units a field is stored in.
import { Decimal, formatDecimal, type Exact, toDecimal } from './decimal.js';

/** undefined: it is no number, or too exact to be compared as one. */
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

/** In units of the field; with a fraction where it has more digits than the field, which still compares rightly. */
function unitsOf(value: Exact, places: number): number | undefined {
  const { units, places: has } = toDecimal(value);
  const shifted = new Decimal(
    has < places ? units * 10n ** BigInt(places - has) : units,
    Math.max(0, has - places),
  );
  const number = Number(formatDecimal(shifted));
  // Beyond this a number no longer says exactly which decimal it stands for.
  return Number.isSafeInteger(Math.trunc(number)) && formatDecimal(shifted).length <= 15 ? number : undefined;
}
