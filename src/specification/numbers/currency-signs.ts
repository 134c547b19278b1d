import { toHalfWidth } from './ascii-digits.js';
import { chooseDisplayLocale } from './choose-display-locale.js';

const known = new Map<string, ReadonlySet<string>>();

const SHOWN = ['code', 'symbol', 'narrowSymbol'] as const;
const COUNTS = [1, 2, 5, 11, 1.5, 1_000_000];

export const getCurrencySigns = (currency: string, locale: string): ReadonlySet<string> =>
  memoizeSigns(`${locale} ${currency}`, () =>
    SHOWN.flatMap((display) => partsOf(currency, locale, display, 1)),
  );

export const getCurrencyNames = (currency: string, locale: string): ReadonlySet<string> =>
  memoizeSigns(`${locale} ${currency} words`, () => [
    ...getCurrencySigns(currency, locale),
    ...COUNTS.flatMap((count) => partsOf(currency, locale, 'name', count)),
  ]);

/** Longest first: “Euro” begins with “EUR”. */
function memoizeSigns(key: string, make: () => readonly string[]): ReadonlySet<string> {
  let signs = known.get(key);
  if (!signs) known.set(key, (signs = new Set(make().toSorted((one, other) => other.length - one.length))));
  return signs;
}

function partsOf(
  currency: string,
  locale: string,
  currencyDisplay: NonNullable<Intl.NumberFormatOptions['currencyDisplay']>,
  count: number,
): readonly string[] {
  return new Intl.NumberFormat(chooseDisplayLocale(locale), {
    style: 'currency',
    currency,
    currencyDisplay,
    minimumFractionDigits: 0,
  })
    .formatToParts(count)
    .flatMap(({ type, value }) => (type === 'currency' ? [normalizeCurrencySign(value)] : []));
}

export const normalizeCurrencySign = (text: string): string => toHalfWidth(text).toUpperCase();

/** The sign stands on either side, or behind the minus. */
export function removeCurrency(text: string, signs: ReadonlySet<string>): string {
  const trimmed = text.trim();
  const minus = /^[-\u2212]/.test(trimmed) ? trimmed.charAt(0) : '';
  const rest = trimmed.slice(minus.length);
  const upper = normalizeCurrencySign(rest);
  const before = [...signs].find((sign) => upper.startsWith(sign));
  if (before !== undefined) return minus + rest.slice(before.length).trimStart();
  const after = [...signs].find((sign) => upper.endsWith(sign));
  return after === undefined ? text : minus + rest.slice(0, -after.length).trimEnd();
}
