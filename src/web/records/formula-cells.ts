// Spreadsheet programs run a cell that begins like a formula. A quote in front makes it text; taking it off gives the value back.

/** What OWASP lists, with the full-width forms that some programs take for the same. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** No function and no other cell can be named with these: at worst a spreadsheet works out a sum. */
const PHONE = /^\+[\d ()/.-]+$/;

/** For Excel. Numbers stay numbers. A quote that is the value's own gets one more, so that no two values become the same cell. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** For other programs, which keep the quote: telephone numbers stay as they are. */
export const withoutCommand = (text: string): string => (PHONE.test(text) ? text : withoutFormula(text));
