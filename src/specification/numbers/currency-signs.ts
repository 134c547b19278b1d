// A currency as people write it beside an amount: its code, and its sign.
import { usableLocale } from './usable-locale.js';

const known = new Map<string, ReadonlySet<string>>();

const DISPLAYS = ['code', 'symbol', 'narrowSymbol'] as const;

/** In capitals. */
export function currencySigns(currency: string, locale: string): ReadonlySet<string> {
  const key = `${locale} ${currency}`;
  let signs = known.get(key);
  if (!signs)
    known.set(key, (signs = new Set(DISPLAYS.flatMap((display) => signOf(currency, locale, display)))));
  return signs;
}

function signOf(currency: string, locale: string, currencyDisplay: (typeof DISPLAYS)[number]): string[] {
  return new Intl.NumberFormat(usableLocale(locale), { style: 'currency', currency, currencyDisplay })
    .formatToParts(1)
    .flatMap(({ type, value }) => (type === 'currency' ? [value.toUpperCase()] : []));
}

/** The amount alone, whichever side of it the sign stands on, also behind its minus. */
export function withoutCurrency(text: string, signs: ReadonlySet<string>): string {
  const trimmed = text.trim();
  const minus = /^[-\u2212]/.test(trimmed) ? trimmed.charAt(0) : '';
  const rest = trimmed.slice(minus.length);
  const upper = rest.toUpperCase();
  const before = [...signs].find((sign) => upper.startsWith(sign));
  if (before !== undefined) return minus + rest.slice(before.length).trimStart();
  const after = [...signs].find((sign) => upper.endsWith(sign));
  return after === undefined ? text : minus + rest.slice(0, -after.length).trimEnd();
}
