// What a reader of the CSV does with a cell: the value that was written there.
const QUOTED_FORMULA = /^''*[=+\-@\t\r\n＝＋－＠]/u;

export const fromCell = (cell: string): string => (QUOTED_FORMULA.test(cell) ? cell.slice(1) : cell);
