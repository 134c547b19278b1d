// Island: rows. Adds, removes and copies rows of a table without a reload, takes blocks from a spreadsheet, goes on in the next row by
// Enter, and asks the server what the rows come to.
import { askForm } from './ask-form.js';
import { focusable, isMarked, showAnsweredErrors } from './cell-errors.js';
import { findPasted } from './find-pasted.js';
import { pasteRows, type PastedRows } from './paste-rows.js';
import { pastedBlock, type PastedBlock, type TableColumn } from './pasted-columns.js';
import { blockIn } from './spreadsheet-block.js';
import {
  addRow,
  controlsOf,
  duplicateRow,
  mostOf,
  removeRow,
  ROWS_CHANGED,
  rowsOf,
  type Control,
} from './table-rows.js';
import { word } from './words.js';

const PAUSE = 400;

type Block = readonly (readonly string[])[];

function enhance(table: HTMLFieldSetElement): void {
  const add = table.querySelector<HTMLButtonElement>('button[value^="add "]');
  if (!table.form || !add) return;
  add.textContent = word('island.addRow');
  table.querySelector('[data-paste]')!.textContent = word('island.pasteRows');
  const totals = new Totals(table, table.form);
  table.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button[name=_rows]');
    if (!button) return;
    event.preventDefault();
    press(table, button);
  });
  table.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, isComposing, defaultPrevented } = event;
    const isPlain = !ctrlKey && !metaKey && !isComposing && !defaultPrevented;
    if (key === 'Enter' && isPlain && goDown(table, event.target)) event.preventDefault();
  });
  table.addEventListener('paste', (event) => {
    const block = blockIn(event.clipboardData?.getData('text/plain') ?? '');
    if (block && isControl(event.target) && paste(table, event.target, block, totals)) event.preventDefault();
  });
  for (const type of ['input', 'change', ROWS_CHANGED]) table.addEventListener(type, () => totals.askSoon());
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement ||
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement;

function press(table: HTMLElement, button: HTMLButtonElement): void {
  const [what = ''] = button.value.split(' ');
  const row = button.closest('tr');
  if (what === 'add') return focusFirst(table, addRow(table));
  if (!row) return;
  if (what === 'duplicate') return focusFirst(table, duplicateRow(table, row));
  const index = rowsOf(table).indexOf(row);
  removeRow(table, row);
  say(table, word('island.rowRemoved', { row: index + 1 }));
  const rows = rowsOf(table);
  focusFirst(table, rows[Math.min(index, rows.length - 1)]);
}

function focusFirst(table: HTMLElement, row: HTMLTableRowElement | undefined): void {
  if (!row) return say(table, word('island.noRoom'));
  focusable(controlsOf(row).find((control) => control !== undefined))?.focus();
}

/**
 * To the next row, which is added behind the last one: from its last column to the first, so that line after line can be typed, from others to
 * the same column. false: Enter is for something else.
 */
function goDown(table: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return false;
  const row = target.closest('tr');
  if (!row?.closest('tbody')) return false;
  const rows = rowsOf(table);
  const next = rows[rows.indexOf(row) + 1] ?? addRow(table);
  const controls = controlsOf(row).filter((control) => control !== undefined);
  if (next && target === controls.at(-1)) {
    focusFirst(table, next);
    return true;
  }
  const column = [...row.cells].indexOf(target.closest('td')!);
  const cell = next?.cells[column];
  cell?.querySelector<HTMLElement>('[role=combobox], [name]:not([type=hidden], [hidden])')?.focus();
  return true;
}

/** false: it is a value of its own, like a text of several lines. */
function paste(table: HTMLFieldSetElement, target: Control, block: Block, totals: Totals): boolean {
  const row = target.closest('tr');
  if (!row?.closest('tbody')) return false;
  if (target instanceof HTMLTextAreaElement && block.every((cells) => cells.length === 1)) return false;
  const columns = columnsOf(row);
  const column = columns.find(({ cell }) => cell === target.closest('td'))?.index ?? 0;
  const pasted = pastedBlock(block, columns, column);
  const result = pasteRows(table, pasted, rowsOf(table).indexOf(row));
  const sentences = describePaste(table, pasted, result);
  const undo = () => {
    totals.supersede();
    result.undo();
    say(table, word('island.pasteUndone'));
    focusable(target)?.focus();
  };
  say(table, sentences.join(' '), undo);
  void findPasted(table.form!, table.dataset['lines']!, result.searches)
    .catch(() => {})
    .then(() => table.dispatchEvent(new CustomEvent(ROWS_CHANGED, { bubbles: true })))
    .then(() => totals.ask(result.cells))
    .catch(() => {})
    .then(() => {
      const marked = result.cells.filter((cell) => cell.isConnected && isMarked(cell)).length;
      const isStillShown = table.querySelector('[data-status]')!.textContent === sentences.join(' ');
      if (marked > 0 && isStillShown) say(table, [...sentences, describeMarked(marked)].join(' '), undo);
    });
  return true;
}

/** In their order; what is computed is no column to paste into. */
function columnsOf(row: HTMLTableRowElement): readonly (TableColumn & { readonly cell: Element })[] {
  let index = 0;
  return [...row.querySelectorAll<HTMLElement>('td[data-label]')].map((cell) => {
    const { label = '', total } = cell.dataset;
    return { cell, title: label, ...(total === undefined && { index: index++ }) };
  });
}

function describePaste(table: HTMLElement, pasted: PastedBlock, result: PastedRows): readonly string[] {
  const { count, left, leftOut } = result;
  const names = [...leftOut].map((at) => pasted.heading?.[at]?.trim() || String(at + 1));
  return [
    word(count === 1 ? 'island.rowPasted' : 'island.rowsPasted', { count }),
    ...(left > 0 ? [word('island.rowsLeftOut', { left, most: mostOf(table) })] : []),
    ...(names.length > 0 ? [word('island.columnsLeftOut', { names: names.join(', ') })] : []),
  ];
}

const describeMarked = (count: number): string =>
  word(count === 1 ? 'island.cellMarked' : 'island.cellsMarked', { count });

/** `undo`: of what the words announce. */
function say(table: HTMLElement, words: string, undo?: () => void): void {
  const status = table.querySelector('[data-status]')!;
  status.textContent = words;
  status.parentElement!.querySelector('button')?.remove();
  if (!undo) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-sm';
  button.textContent = word('island.undo');
  button.addEventListener('click', undo);
  status.after(button);
}

/** What the rows come to is the server's to say: it knows what is computed, and how numbers are written. */
class Totals {
  private pause: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  constructor(
    private readonly table: HTMLElement,
    private readonly form: HTMLFormElement,
  ) {}

  askSoon(): void {
    if (!this.table.querySelector('[data-total]')) return;
    this.supersede();
    this.pause = setTimeout(() => void this.ask(this.settledCells()).catch(() => {}), PAUSE);
  }

  /** The answer to a request under way is dropped. */
  supersede(): void {
    clearTimeout(this.pause);
    this.turn += 1;
  }

  /** `cells`: those that show the errors of the answer. */
  async ask(cells: readonly Control[]): Promise<void> {
    this.supersede();
    const { turn } = this;
    const key = this.table.dataset['lines']!;
    const page = await askForm(this.form, '_rows', `total ${key}`);
    const answered = page.querySelector(`[data-lines="${CSS.escape(key)}"]`);
    if (turn !== this.turn || !answered) return;
    showAnsweredErrors(cells, answered);
    for (const total of this.table.querySelectorAll<HTMLElement>('[data-total]')) {
      const found = answered.querySelector(`[data-total="${CSS.escape(total.dataset['total']!)}"]`);
      total.textContent = found?.textContent ?? '–';
    }
  }

  /** Those that are not being typed into. */
  private settledCells(): readonly Control[] {
    return [...this.table.querySelectorAll<Control>('td [name]:not([type=hidden], [name^=_])')].filter(
      (control) => control !== document.activeElement,
    );
  }
}

for (const table of document.querySelectorAll<HTMLFieldSetElement>('[data-lines]')) enhance(table);
