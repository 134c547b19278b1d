// Currencies as expressions and fields know them: ISO 4217 codes, their digits, a class of money each.
import { type Decimal, Money } from './decimal.js';

const known = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(code: string): boolean {
  return known.has(code);
}

export function currencies(): Iterable<string> {
  return known;
}

const places = new Map<string, number>();

/** Digits after the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export function currencyPlaces(code: string): number {
  const found = places.get(code);
  if (found !== undefined) return found;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  places.set(code, digits);
  return digits;
}

export type MoneyClass = new (units: bigint, places: number) => Money;

const classes = new Map<string, MoneyClass>();

export function moneyClass(code: string): MoneyClass {
  const found = classes.get(code);
  if (found) return found;
  const made = class extends Money {
    readonly currency = code;
  };
  classes.set(code, made);
  return made;
}

export function moneyOf(code: string, amount: Decimal): Money {
  return new (moneyClass(code))(amount.units, amount.places);
}

/** The expression type of money in a currency. */
export function moneyType(code: string): string {
  return `money.${code}`;
}
