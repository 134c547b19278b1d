import { fetchForm } from './fetch-form.js';
import { findFocusable, isMarkedInvalid, showAnsweredErrors } from './cell-errors.js';
import { findPastedChoices } from './find-pasted.js';
import { pasteRows, type PastedRows } from './paste-rows.js';
import { matchPastedColumns, type PastedBlock, type TableColumn } from './pasted-columns.js';
import { parseSpreadsheetBlock } from './spreadsheet-block.js';
import {
  addRow,
  listControls,
  duplicateRow,
  getMaxRows,
  removeRow,
  ROWS_CHANGED,
  listRows,
  type Control,
} from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

const PAUSE = 400;

type Block = readonly (readonly string[])[];

function enhance(table: HTMLFieldSetElement): void {
  const add = table.querySelector<HTMLButtonElement>('button[value^="add "]');
  if (!table.form || !add) return;
  add.textContent = translateIslandMessage('island.addRow');
  table.querySelector('[data-paste]')!.textContent = translateIslandMessage('island.pasteRows');
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
    const block = parseSpreadsheetBlock(event.clipboardData?.getData('text/plain') ?? '');
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
  const index = listRows(table).indexOf(row);
  removeRow(table, row);
  say(table, translateIslandMessage('island.rowRemoved', { row: index + 1 }));
  const rows = listRows(table);
  focusFirst(table, rows[Math.min(index, rows.length - 1)]);
}

function focusFirst(table: HTMLElement, row: HTMLTableRowElement | undefined): void {
  if (!row) return say(table, translateIslandMessage('island.noRoom'));
  findFocusable(listControls(row).find((control) => control !== undefined))?.focus();
}

/** Appends a row at the end; from the last column moves to the first. false: Enter is not handled. */
function goDown(table: HTMLElement, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return false;
  const row = target.closest('tr');
  if (!row?.closest('tbody')) return false;
  const rows = listRows(table);
  const next = rows[rows.indexOf(row) + 1] ?? addRow(table);
  const controls = listControls(row).filter((control) => control !== undefined);
  if (next && target === controls.at(-1)) {
    focusFirst(table, next);
    return true;
  }
  const column = [...row.cells].indexOf(target.closest('td')!);
  const cell = next?.cells[column];
  cell?.querySelector<HTMLElement>('[role=combobox], [name]:not([type=hidden], [hidden])')?.focus();
  return true;
}

/** false: a single value, such as multi-line text. */
function paste(table: HTMLFieldSetElement, target: Control, block: Block, totals: Totals): boolean {
  const row = target.closest('tr');
  if (!row?.closest('tbody')) return false;
  if (target instanceof HTMLTextAreaElement && block.every((cells) => cells.length === 1)) return false;
  const columns = columnsOf(row);
  const column = columns.find(({ cell }) => cell === target.closest('td'))?.index ?? 0;
  const pasted = matchPastedColumns(block, columns, column);
  const result = pasteRows(table, pasted, listRows(table).indexOf(row));
  const sentences = describePaste(table, pasted, result);
  const undo = () => {
    totals.supersede();
    result.undo();
    say(table, translateIslandMessage('island.pasteUndone'));
    findFocusable(target)?.focus();
  };
  say(table, sentences.join(' '), undo);
  void findPastedChoices(table.form!, table.dataset['lines']!, result.searches)
    .catch(() => {})
    .then(() => table.dispatchEvent(new CustomEvent(ROWS_CHANGED, { bubbles: true })))
    .then(() => totals.ask(result.cells))
    .catch(() => {})
    .then(() => {
      const marked = result.cells.filter((cell) => cell.isConnected && isMarkedInvalid(cell)).length;
      const isStillShown = table.querySelector('[data-status]')!.textContent === sentences.join(' ');
      if (marked > 0 && isStillShown) say(table, [...sentences, describeMarked(marked)].join(' '), undo);
    });
  return true;
}

/** Without computed columns. */
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
    translateIslandMessage(count === 1 ? 'island.rowPasted' : 'island.rowsPasted', { count }),
    ...(left > 0 ? [translateIslandMessage('island.rowsLeftOut', { left, most: getMaxRows(table) })] : []),
    ...(names.length > 0
      ? [translateIslandMessage('island.columnsLeftOut', { names: names.join(', ') })]
      : []),
  ];
}

const describeMarked = (count: number): string =>
  translateIslandMessage(count === 1 ? 'island.cellMarked' : 'island.cellsMarked', { count });

/** `undo`: of the announced change. */
function say(table: HTMLElement, words: string, undo?: () => void): void {
  const status = table.querySelector('[data-status]')!;
  status.textContent = words;
  status.parentElement!.querySelector('button')?.remove();
  if (!undo) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'btn btn-sm';
  button.textContent = translateIslandMessage('island.undo');
  button.addEventListener('click', undo);
  status.after(button);
}

/** Totals come from the server, which knows expressions and notation. */
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

  supersede(): void {
    clearTimeout(this.pause);
    this.turn += 1;
  }

  /** `cells`: receive the response's errors. */
  async ask(cells: readonly Control[]): Promise<void> {
    this.supersede();
    const { turn } = this;
    const key = this.table.dataset['lines']!;
    const page = await fetchForm(this.form, '_rows', `total ${key}`);
    const answered = page.querySelector(`[data-lines="${CSS.escape(key)}"]`);
    if (turn !== this.turn || !answered) return;
    showAnsweredErrors(cells, answered);
    for (const total of this.table.querySelectorAll<HTMLElement>('[data-total]')) {
      const found = answered.querySelector(`[data-total="${CSS.escape(total.dataset['total']!)}"]`);
      total.textContent = found?.textContent ?? '–';
    }
  }

  private settledCells(): readonly Control[] {
    return [...this.table.querySelectorAll<Control>('td [name]:not([type=hidden], [name^=_])')].filter(
      (control) => control !== document.activeElement,
    );
  }
}

for (const table of document.querySelectorAll<HTMLFieldSetElement>('[data-lines]')) enhance(table);
