import { clearCellError, markCellInvalid } from './cell-errors.js';
import { normalizeText } from './normalize-text.js';
import type { PastedBlock, TableColumn } from './pasted-columns.js';
import { addRows, listControls, removeRows, ROWS_CHANGED, listRows, type Control } from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

export interface PastedSearch {
  readonly select: HTMLSelectElement;
  readonly text: string;
}

export interface PastedRows {
  readonly count: number;
  /** Rows beyond the table's maximum. */
  readonly left: number;
  readonly cells: readonly Control[];
  readonly searches: readonly PastedSearch[];
  readonly leftOut: ReadonlySet<number>;
  readonly undo: () => void;
}

export function pasteRows(
  table: HTMLElement,
  { rows: pasted, columns }: PastedBlock,
  first: number,
): PastedRows {
  const added = addRows(table, first + pasted.length - listRows(table).length);
  const rows = listRows(table).slice(first, first + pasted.length);
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
    const controls = listControls(row);
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

const searchOf = (control: Control): readonly HTMLInputElement[] => [
  ...(control
    .closest('td')
    ?.querySelectorAll<HTMLInputElement>('input[name^="_find."], input[name^="_found."]') ?? []),
];

function restorer(control: Control): () => void {
  const before = [control, ...searchOf(control)].map((input) => [input, input.value, input.type] as const);
  return () => {
    clearCellError(control);
    for (const [input, value, type] of before) {
      if (input instanceof HTMLInputElement) input.type = type;
      input.value = value;
    }
  };
}

function fill(control: Control, text: string): PastedSearch | undefined {
  clearCellError(control);
  if (control instanceof HTMLSelectElement) return choose(control, text);
  // A single-line input would join words at line breaks.
  control.value = control instanceof HTMLInputElement ? inOneLine(text) : text;
  // Dates in other notations are parsed by the server.
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
  markCellInvalid(
    select,
    translateIslandMessage(values.size === 0 ? 'island.notInList' : 'island.severalFound', { text }),
  );
  return undefined;
}

/** Case-insensitive titles; `TRUE` matches by value. */
function optionsCalled({ options }: HTMLSelectElement, text: string): ReadonlySet<string> {
  const wanted = normalizeText(text);
  const lower = text.toLowerCase();
  const isCalled = ({ value, text: title }: HTMLOptionElement) =>
    value !== '' && (value.toLowerCase() === lower || normalizeText(title) === wanted);
  return new Set([...options].filter(isCalled).map(({ value }) => value));
}

const isSearched = (select: HTMLSelectElement): boolean =>
  select.closest('td')?.querySelector('[role=status][data-typing]') !== null;
