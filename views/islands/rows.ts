// Island: rows. Adds, removes and copies rows of a table without a reload, takes blocks from a spreadsheet, goes on in the next row by
// Enter, and asks the server what the rows come to.
import { askForm } from './ask-form.js';
import { blockIn } from './spreadsheet-block.js';
import {
  addRow,
  controlsOf,
  duplicateRow,
  removeRow,
  ROWS_CHANGED,
  rowsOf,
  type Control,
} from './table-rows.js';
import { word } from './words.js';

const PAUSE = 400;

function enhance(table: HTMLFieldSetElement): void {
  const add = table.querySelector<HTMLButtonElement>('button[value^="add "]');
  if (!table.form || !add) return;
  add.textContent = word('island.addRow');
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
    if (block && isControl(event.target) && paste(table, event.target, block)) event.preventDefault();
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

/** A list that is searched is typed into. */
const focusable = (control: Control | undefined): HTMLElement | null | undefined =>
  control?.hidden ? control.closest('td')?.querySelector('[role=combobox]') : control;

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
function paste(table: HTMLElement, target: Control, block: readonly (readonly string[])[]): boolean {
  const row = target.closest('tr');
  if (!row?.closest('tbody')) return false;
  if (target instanceof HTMLTextAreaElement && block.every((cells) => cells.length === 1)) return false;
  const column = [...row.querySelectorAll('td[data-label]:not([data-total])')].indexOf(target.closest('td')!);
  const first = rowsOf(table).indexOf(row);
  let taken = 0;
  for (const cells of block) {
    const into = rowsOf(table)[first + taken] ?? addRow(table);
    if (!into) break;
    const controls = controlsOf(into).slice(column);
    for (const [index, cell] of cells.entries()) if (controls[index]) fill(controls[index], cell.trim());
    taken += 1;
  }
  const left = block.length - taken;
  say(
    table,
    left > 0
      ? word('island.rowsPastedPartly', { count: taken, left })
      : word('island.rowsPasted', { count: taken }),
  );
  return true;
}

function fill(control: Control, text: string): void {
  if (control instanceof HTMLSelectElement) choose(control, text);
  else {
    // An input of one line would leave line breaks out, and join the words beside them.
    control.value = control instanceof HTMLInputElement ? inOneLine(text) : text;
    // A day that is written otherwise than the browser takes it is read by the server.
    if (control.value === '' && text !== '' && control instanceof HTMLInputElement) {
      control.type = 'text';
      control.value = text;
    }
  }
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join(' ');

/** By its title, whatever its case. What the list does not have is left for its search. */
function choose(select: HTMLSelectElement, text: string): void {
  const wanted = text.toLocaleLowerCase();
  const option = [...select.options].find(
    ({ text: title, value }) => title.trim().toLocaleLowerCase() === wanted || value === text,
  );
  select.value = option?.value ?? '';
  const search = select.closest('td')?.querySelector<HTMLInputElement>('input[name^="_find."]');
  if (option || !search) return;
  search.value = text;
  search.dispatchEvent(new Event('input', { bubbles: true }));
}

function say(table: HTMLElement, words: string): void {
  table.querySelector('[data-said]')!.textContent = words;
}

/** What the server says of a cell that was left. */
function showErrors(control: Control, answered: Element): void {
  const found = answered.querySelector(`[name="${CSS.escape(control.name)}"]`)?.closest('td');
  const errors = found?.querySelector(':scope > .db-errors');
  const cell = control.closest('td')!;
  if (!errors || cell.querySelector(':scope > .db-errors')) return;
  cell.append(document.importNode(errors, true));
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', errors.id);
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
    clearTimeout(this.pause);
    this.pause = setTimeout(() => void this.ask().catch(() => {}), PAUSE);
  }

  private async ask(): Promise<void> {
    const turn = (this.turn += 1);
    const key = this.table.dataset['lines']!;
    const page = await askForm(this.form, '_rows', `total ${key}`);
    const answered = page.querySelector(`[data-lines="${CSS.escape(key)}"]`);
    if (turn !== this.turn || !answered) return;
    for (const control of this.table.querySelectorAll<Control>('td [name]:not([type=hidden], [name^=_])'))
      if (control !== document.activeElement) showErrors(control, answered);
    for (const total of this.table.querySelectorAll<HTMLElement>('[data-total]')) {
      const found = answered.querySelector(`[data-total="${CSS.escape(total.dataset['total']!)}"]`);
      total.textContent = found?.textContent ?? '–';
    }
  }
}

for (const table of document.querySelectorAll<HTMLFieldSetElement>('[data-lines]')) enhance(table);
