// CSV injection: spreadsheets run cells that begin like a formula. A leading apostrophe makes them text.

/** OWASP's list, with full-width variants. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Harmless: cannot name a function or cell. */
const PHONE = /^\+[\d ()/.-]+$/;

/** Characters of numbers, amounts, days and times. */
const LIKE_A_NUMBER = /^[\d\s.,:/%()'’\p{Sc}+-]+(?:[eE][+-]?\d+|\s?[aApP][mM]?)?$/u;
/** Excel keeps 15 digits, and shows more than eleven in scientific notation. */
const SHOWN_AS_IT_IS = /^(?:0|-?[1-9]\d{0,10})$/;

/** A spreadsheet of another locale splits cells at these; without a call or a reference to outside, a formula is harmless. */
const INNER_FORMULA = /(?<=[,;\t\r\n])(?=["' ]*[=+\-@＝＋－＠][^,;\t\r\n]*[(|!])/gu;

const escapeInner = (text: string): string => text.replaceAll(INNER_FORMULA, "'");

/** Numbers stay numbers. A leading apostrophe is doubled, so that values stay distinct. */
export function escapeFormula(text: string): string {
  return escapeInner(FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
}

/** For other programs, which would show the apostrophe: telephone numbers are left alone. */
export const escapeFormulaExceptPhone = (text: string): string =>
  PHONE.test(text) ? text : escapeFormula(text);

/** For Excel, which converts “01067”, “1.25” and “3-4” and drops digits: quotes such texts too. */
export const escapeForExcel = (text: string): string =>
  /\d/.test(text) && LIKE_A_NUMBER.test(text) && !SHOWN_AS_IT_IS.test(text)
    ? escapeInner(`'${text}`)
    : escapeFormula(text);
