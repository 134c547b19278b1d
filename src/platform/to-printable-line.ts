const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Control and bidirectional characters of a file must not reach the terminal: they could hide or rewrite lines. */
export const toPrintableLine = (text: string): string =>
  text.replace(UNPRINTABLE, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
