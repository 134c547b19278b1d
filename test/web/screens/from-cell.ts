// What a reader of the CSV does with a cell: the value that was written there.
const QUOTED_FORMULA = /^''*[=+\-@\t\r\n＝＋－＠]/u;

export const fromCell = (cell: string): string => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell);

const QUOTED_NUMBER = /^'[\d\s.,:/%()'’\p{Sc}+-]*(?:[eE][+-]?\d+|\s?[aApP][mM]?)?$/u;

/** The same of a CSV for Excel. */
export const fromExcelCell = (cell: string): string =>
  /\d/.test(cell) && QUOTED_NUMBER.test(cell) ? cell.slice(1) : fromCell(cell);
