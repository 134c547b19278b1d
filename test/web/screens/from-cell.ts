// The original value of a CSV cell.
const QUOTED_FORMULA = /^''*[=+\-@\t\r\n＝＋－＠]/u;

const QUOTED_INSIDE = /(?<=[,;\t\r\n])'(?=["' ]*[=+\-@＝＋－＠][^,;\t\r\n]*[(|!])/gu;

const withoutInner = (cell: string): string => cell.replaceAll(QUOTED_INSIDE, '');
const withoutFirst = (cell: string): string => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell);

export const fromCell = (cell: string): string => withoutFirst(withoutInner(cell));

const QUOTED_NUMBER = /^'[\d\s.,:/%()'’\p{Sc}+-]*(?:[eE][+-]?\d+|\s?[aApP][mM]?)?$/u;

export const fromExcelCell = (cell: string): string =>
  /\d/.test(cell) && QUOTED_NUMBER.test(withoutInner(cell)) ? withoutInner(cell).slice(1) : fromCell(cell);
