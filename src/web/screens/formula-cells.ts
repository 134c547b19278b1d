// Spreadsheet programs run a cell that begins like a formula. A quote in front makes it text; taking it off gives the value back.

/** What OWASP lists, with the full-width forms that some programs take for the same. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** No function and no other cell can be named with these: at worst a spreadsheet works out a sum. */
const PHONE = /^\+[\d ()/.-]+$/;

/** Digits with what stands in numbers, amounts, days and times. */
const LIKE_A_NUMBER = /^[\d\s.,:/%()'’\p{Sc}+-]+(?:[eE][+-]?\d+|\s?[aApP][mM]?)?$/u;
/** Excel calculates with 15 digits, and writes more than eleven as powers of ten. */
const SHOWN_AS_IT_IS = /^(?:0|-?[1-9]\d{0,10})$/;

/** Numbers stay numbers. A quote that is the value's own gets one more, so that no two values become the same cell. */
export function withoutFormula(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** For other programs, which keep the quote: telephone numbers stay as they are. */
export const withoutCommand = (text: string): string => (PHONE.test(text) ? text : withoutFormula(text));

/** For Excel, which reads “01067” as 1067, “1.25” and “3-4” as days, and drops digits: such texts have a quote, too. */
export const withoutConversion = (text: string): string =>
  /\d/.test(text) && LIKE_A_NUMBER.test(text) && !SHOWN_AS_IT_IS.test(text)
    ? `'${text}`
    : withoutFormula(text);
