import { normalizeText } from './normalize-text.js';

export interface TableColumn {
  readonly title: string;
  /** undefined: computed, not editable. */
  readonly index?: number;
}

export interface PastedBlock {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly (TableColumn | undefined)[];
  readonly heading?: readonly string[];
}

/** `first`: target column. Titles followed by another row are a heading. */
export function matchPastedColumns(
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

/** A single title may be a value, unless nothing else is pasted. */
function isHeading(heading: readonly string[], named: readonly (TableColumn | undefined)[]): boolean {
  const columns = named.filter((column) => column !== undefined);
  const count = heading.filter((cell) => cell.trim() !== '').length;
  const isDistinct = new Set(columns).size === columns.length;
  return isDistinct && columns.length > 0 && (columns.length === count || columns.length > 1);
}
