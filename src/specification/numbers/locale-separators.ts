/** `1.234,50`, `1’234.50`, `1,23,456.50` */
export interface NumberSeparators {
  readonly decimal: string;
  /** '': none. */
  readonly group: string;
  /** `last`: digits of the last group. */
  readonly last: number;
  readonly before: number;
  readonly minus: string;
  readonly digits: readonly string[];
}

export const PLAIN_SEPARATORS: NumberSeparators = {
  decimal: '.',
  group: '',
  last: 3,
  before: 3,
  minus: '-',
  digits: [...'0123456789'],
};

const SPACES = ' \u00a0\u2009\u202f';
const APOSTROPHES = "'\u2019";

export function normalizeSeparator(sign: string): string {
  return [SPACES, APOSTROPHES].find((signs) => sign !== '' && signs.includes(sign)) ?? sign;
}

/** Some locales write amounts differently. */
export function getLocaleSeparators(locale: string, style: Intl.NumberFormatOptions): NumberSeparators {
  const format = new Intl.NumberFormat(locale, {
    ...style,
    useGrouping: 'always',
    minimumFractionDigits: 1,
    maximumFractionDigits: 2,
  });
  const parts = format.formatToParts('-123456789012.5' as Intl.StringNumericLiteral);
  const find = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  const groups = parts.filter(({ type }) => type === 'integer').map(({ value }) => [...value].length);
  return {
    decimal: find('decimal') || '.',
    group: find('group'),
    last: groups.at(-1) ?? 3,
    before: groups.at(-2) ?? groups.at(-1) ?? 3,
    minus: find('minusSign') || '-',
    digits: digitsOf(locale),
  };
}

function digitsOf(locale: string): readonly string[] {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  return Array.from({ length: 10 }, (_, digit) => format.format(digit));
}
