// Plain decimals have one reading only.

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
const EXPONENT = /e/i;
const NONE = /^(?:NaN|[+-]?INF)$/;

/** XML Schema: `1.5E2` is `150`, `2.500` is `2.5`; undefined: no number. */
export function normalizeDecimal(text: string): string | undefined {
  const [found, sign, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text.trim()) ?? [];
  if (found === undefined) return undefined;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const before = digits.slice(0, Math.max(point, 0)).padEnd(point, '0').replace(/^0+/, '') || '0';
  const after = withoutLastZeros('0'.repeat(Math.max(-point, 0)) + digits.slice(Math.max(point, 0)));
  const plain = after === '' ? before : `${before}.${after}`;
  return sign === '-' && plain !== '0' ? `-${plain}` : plain;
}

function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

export function expandExponent(text: string): string {
  return (EXPONENT.test(text) ? normalizeDecimal(text) : undefined) ?? text;
}

/** XML Schema allows these in floats. */
export const isNotFinite = (text: string): boolean => NONE.test(text.trim());

export const countFractionDigits = (plain: string): number => plain.split('.')[1]?.length ?? 0;
