const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
const FULL_WIDTH = /[\uff01-\uffe6]/g;

/** `١٢`, `१२` and `１２` are 12. */
export const toAsciiDigits = (text: string): string =>
  text.replace(DIGITS, (digit) => String(valueOf(digit.codePointAt(0)!)));

function valueOf(digit: number): number {
  let first = digit;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return (digit - first) % 10;
}

/** `￥１，２３４` is `¥1,234`; length stays. */
export const toHalfWidth = (text: string): string =>
  text.replace(FULL_WIDTH, (sign) => sign.normalize('NFKC'));
