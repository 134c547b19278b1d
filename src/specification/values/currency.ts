// ISO 4217; each currency is a class.
import { type Decimal, Money } from './decimal.js';

const known = new Set(Intl.supportedValuesOf('currency'));

export function isCurrency(code: string): boolean {
  return known.has(code);
}

export function listCurrencies(): Iterable<string> {
  return known;
}

/** Unicode CLDR 48; fixed, as stored amounts must not depend on Node.js's ICU. */
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

/** 2 for EUR, 0 for JPY, 3 for KWD. */
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

export function toCelMoneyType(code: string): string {
  return `money.${code}`;
}
