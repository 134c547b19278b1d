// Fills rows of a table with a block of a spreadsheet, as one change that can be taken back.
import { clearCell, markCell } from './cell-errors.js';
import { normalizeText } from './normalize-text.js';
import type { PastedBlock, TableColumn } from './pasted-columns.js';
import { addRows, controlsOf, removeRows, ROWS_CHANGED, rowsOf, type Control } from './table-rows.js';
import { word } from './words.js';

/** A text that the list of its cell does not have: the server may find it. */
export interface PastedSearch {
  readonly select: HTMLSelectElement;
  readonly text: string;
}

export interface PastedRows {
  readonly count: number;
  /** Rows for which the table has no room. */
  readonly left: number;
  readonly cells: readonly Control[];
  readonly searches: readonly PastedSearch[];
  /** Columns of the block with values that no cell could take. */
  readonly leftOut: ReadonlySet<number>;
  readonly undo: () => void;
}

/** `first`: index of the row where it begins. */
export function pasteRows(
  table: HTMLElement,
  { rows: pasted, columns }: PastedBlock,
  first: number,
): PastedRows {
  const added = addRows(table, first + pasted.length - rowsOf(table).length);
  const rows = rowsOf(table).slice(first, first + pasted.length);
  const restore: (() => void)[] = [];
  const cells: Control[] = [];
  const searches: PastedSearch[] = [];
  const leftOut = new Set<number>();
  const take = (control: Control, text: string) => {
    restore.push(restorer(control));
    cells.push(control);
    const search = fill(control, text);
    if (search) searches.push(search);
  };
  for (const [index, row] of rows.entries()) {
    const controls = controlsOf(row);
    for (const [at, cell] of pasted[index]!.entries()) {
      const column = columns[at];
      const control = column?.index === undefined ? undefined : controls[column.index];
      const text = cell.trim();
      if (control) take(control, text);
      else if (text !== '' && !isComputed(column)) leftOut.add(at);
    }
  }
  const undo = () => {
    for (const cell of restore) cell();
    removeRows(table, added);
  };
  table.dispatchEvent(new CustomEvent(ROWS_CHANGED, { bubbles: true }));
  return { count: rows.length, left: pasted.length - rows.length, cells, searches, leftOut, undo };
}

const isComputed = (column: TableColumn | undefined): boolean =>
  column !== undefined && column.index === undefined;

/** The box of a list that is searched, and what was searched for when the page was made. */
const searchOf = (control: Control): readonly HTMLInputElement[] => [
  ...(control
    .closest('td')
    ?.querySelectorAll<HTMLInputElement>('input[name^="_find."], input[name^="_found."]') ?? []),
];

function restorer(control: Control): () => void {
  const before = [control, ...searchOf(control)].map((input) => [input, input.value, input.type] as const);
  return () => {
    clearCell(control);
    for (const [input, value, type] of before) {
      if (input instanceof HTMLInputElement) input.type = type;
      input.value = value;
    }
  };
}

function fill(control: Control, text: string): PastedSearch | undefined {
  clearCell(control);
  if (control instanceof HTMLSelectElement) return choose(control, text);
  // An input of one line would leave line breaks out, and join the words beside them.
  control.value = control instanceof HTMLInputElement ? inOneLine(text) : text;
  // A day that is written otherwise than the browser takes it is read by the server.
  if (control.value === '' && text !== '' && control instanceof HTMLInputElement) {
    control.type = 'text';
    control.value = text;
  }
  return undefined;
}

const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** What is left to be searched for. */
function choose(select: HTMLSelectElement, text: string): PastedSearch | undefined {
  select.value = '';
  const [box, found] = searchOf(select);
  if (box) box.value = text;
  if (found) found.value = '';
  if (text === '') return undefined;
  const values = optionsCalled(select, text);
  if (values.size === 1) {
    select.value = [...values][0]!;
    return undefined;
  }
  if (values.size === 0 && isSearched(select)) return { select, text };
  markCell(select, word(values.size === 0 ? 'island.notInList' : 'island.severalFound', { text }));
  return undefined;
}

/** Values of the options with this title, whatever its case; `TRUE` is the value of an option. */
function optionsCalled({ options }: HTMLSelectElement, text: string): ReadonlySet<string> {
  const wanted = normalizeText(text);
  const lower = text.toLowerCase();
  const isCalled = ({ value, text: title }: HTMLOptionElement) =>
    value !== '' && (value.toLowerCase() === lower || normalizeText(title) === wanted);
  return new Set([...options].filter(isCalled).map(({ value }) => value));
}

/** Its list is not whole. */
const isSearched = (select: HTMLSelectElement): boolean =>
  select.closest('td')?.querySelector('[role=status][data-typing]') !== null;
