// Numbers as a log writes them → plain decimals, which have one reading only.

const NUMBER = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;
const EXPONENT = /e/i;
const NONE = /^(?:NaN|[+-]?INF)$/;

/** What XML Schema calls a number, whoever wrote it: `1.5E2` is `150`, and `2.500` is `2.5`. undefined: it is none. */
export function normalizedNumber(text: string): string | undefined {
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

/** A text, which people may have typed: only an exponent shows that a machine wrote it. */
export function plainIfMachines(text: string): string {
  return (EXPONENT.test(text) ? normalizedNumber(text) : undefined) ?? text;
}

/** Not a number, or without end: XML Schema allows them in floats. */
export const isNoNumber = (text: string): boolean => NONE.test(text.trim());

/** Digits after the point that count. */
export const fractionOf = (plain: string): number => plain.split('.')[1]?.length ?? 0;
