// Currencies as expressions and fields know them: ISO 4217 codes, their digits, a class of money each.
import { type Decimal, Money } from './decimal.js';

const known = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(code: string): boolean {
  return known.has(code);
}

export function listCurrencies(): Iterable<string> {
  return known;
}

/**
 * Stored amounts are whole numbers of the smallest unit, so the digits of a currency are part of what is stored: they are fixed here, and
 * do not follow the data of whichever Node.js runs. They are those of Unicode's CLDR 48, as people write prices: HUF has none.
 */
const DIGITS: ReadonlyMap<string, number> = new Map([
  ...digitsOf(
    0,
    'AFN ALL BIF CLP COP DJF GNF HUF IDR IQD IRR ISK JPY KMF KPW KRW LAK LBP MGA MMK PKR PYG RWF SLL SOS SYP UGX VND VUV XAF XOF XPF YER',
  ),
  ...digitsOf(3, 'BHD JOD KWD LYD OMR TND'),
]);

function digitsOf(digits: number, codes: string): readonly (readonly [string, number])[] {
  return codes.split(' ').map((code) => [code, digits]);
}

/** Digits after the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export const getCurrencyPlaces = (code: string): number => DIGITS.get(code) ?? 2;

export type MoneyClass = new (units: bigint, places: number) => Money;

const classes = new Map<string, MoneyClass>();

export function getMoneyClass(code: string): MoneyClass {
  const found = classes.get(code);
  if (found) return found;
  const made = class extends Money {
    readonly currency = code;
  };
  classes.set(code, made);
  return made;
}

export function createMoney(code: string, amount: Decimal): Money {
  return new (getMoneyClass(code))(amount.units, amount.places);
}

/** The expression type of money in a currency. */
export function getMoneyType(code: string): string {
  return `money.${code}`;
}
