// Which column of a table each column of a pasted block belongs to: by its heading row, or by where it is pasted.
import { normalizeText } from './normalize-text.js';

export interface TableColumn {
  readonly title: string;
  /** undefined: it is computed, and nothing is typed into it. */
  readonly index?: number;
}

export interface PastedBlock {
  /** Without the heading row. */
  readonly rows: readonly (readonly string[])[];
  /** By column of the block; undefined: the table has no such column. */
  readonly columns: readonly (TableColumn | undefined)[];
  readonly heading?: readonly string[];
}

/** `first`: index of the column that the block is pasted into. A row of titles is a heading where another row follows. */
export function pastedBlock(
  block: readonly (readonly string[])[],
  table: readonly TableColumn[],
  first: number,
): PastedBlock {
  const [heading = [], ...rows] = block;
  const named = heading.map((cell) => columnCalled(table, cell));
  if (rows.length > 0 && isHeading(heading, named)) return { rows, columns: named, heading };
  return { rows: block, columns: table.filter(({ index }) => index !== undefined && index >= first) };
}

function columnCalled(table: readonly TableColumn[], cell: string): TableColumn | undefined {
  const title = normalizeText(cell);
  return title === '' ? undefined : table.find((column) => normalizeText(column.title) === title);
}

/** One title alone may be a value like any other, unless it is all there is. */
function isHeading(heading: readonly string[], named: readonly (TableColumn | undefined)[]): boolean {
  const columns = named.filter((column) => column !== undefined);
  const count = heading.filter((cell) => cell.trim() !== '').length;
  const isDistinct = new Set(columns).size === columns.length;
  return isDistinct && columns.length > 0 && (columns.length === count || columns.length > 1);
}
