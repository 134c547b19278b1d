// Rows of a table in a form: added, removed and copied where they stand, and numbered anew. Names of inputs are `lines.0.price`.

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Rows were added or taken away: what is known by their inputs' names is no longer true. */
export const ROWS_CHANGED = 'daybook-rows';

export const rowsOf = (table: HTMLElement): HTMLTableRowElement[] => [
  ...table.querySelectorAll<HTMLTableRowElement>('tbody > tr'),
];

/** Rows that the table may have. */
export const mostOf = (table: HTMLElement): number => Number(table.dataset['most'] ?? '200');

/** What is typed into or chosen from; undefined: the cell cannot be changed. */
export const controlIn = (cell: Element): Control | undefined =>
  cell.querySelector<Control>('[name]:not([type=hidden], [name^=_])') ?? undefined;

/** By cell. */
export const controlsOf = (row: HTMLElement): (Control | undefined)[] =>
  [...row.querySelectorAll('td[data-label]:not([data-total])')].map(controlIn);

/** An empty row behind the last one; undefined: the table has as many as it may. */
export const addRow = (table: HTMLElement): HTMLTableRowElement | undefined => addRows(table, 1)[0];

/** So many empty rows behind the last one, as far as the table may have them. */
export function addRows(table: HTMLElement, count: number): readonly HTMLTableRowElement[] {
  const rows = rowsOf(table);
  const last = rows.at(-1);
  const room = Math.min(count, mostOf(table) - rows.length);
  if (!last || room <= 0) return [];
  const added = Array.from({ length: room }, () => {
    const row = last.cloneNode(true) as HTMLTableRowElement;
    emptyRow(row);
    return row;
  });
  last.after(...added);
  changed(table);
  return added;
}

/** Directly behind it, with the same values. */
export function duplicateRow(table: HTMLElement, row: HTMLTableRowElement): HTMLTableRowElement | undefined {
  if (rowsOf(table).length >= mostOf(table)) return undefined;
  const copy = row.cloneNode(true) as HTMLTableRowElement;
  const originals = [...row.querySelectorAll<Control>('[name]')];
  for (const [index, control] of [...copy.querySelectorAll<Control>('[name]')].entries())
    control.value = originals[index]!.value;
  withoutErrors(copy);
  row.after(copy);
  changed(table);
  return copy;
}

export const removeRow = (table: HTMLElement, row: HTMLTableRowElement): void => removeRows(table, [row]);

/** The last one is emptied instead: there is always a row to type into. */
export function removeRows(table: HTMLElement, removed: readonly HTMLTableRowElement[]): void {
  for (const row of removed)
    if (rowsOf(table).length === 1) emptyRow(row);
    else row.remove();
  changed(table);
}

function emptyRow(row: HTMLTableRowElement): void {
  withoutErrors(row);
  for (const control of row.querySelectorAll<Control>('[name]')) {
    if (control instanceof HTMLSelectElement) control.selectedIndex = 0;
    else control.value = '';
  }
  for (const total of row.querySelectorAll('[data-total]')) total.textContent = '–';
}

function withoutErrors(row: HTMLElement): void {
  for (const errors of row.querySelectorAll('.db-errors')) errors.remove();
  for (const control of row.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}

const NAMES = [
  'name',
  'id',
  'for',
  'value',
  'aria-describedby',
  'aria-controls',
  'data-total',
  'data-chooser',
];

function changed(table: HTMLElement): void {
  for (const [index, row] of rowsOf(table).entries()) number(table.dataset['lines']!, row, index);
  table.dispatchEvent(new CustomEvent(ROWS_CHANGED, { bubbles: true }));
}

/** The number of the row stands last among the numbers of a label, in every language. */
const withLastNumber = (label: string, value: number): string => {
  const parts = label.split(/(\d+)/);
  const last = parts.findLastIndex((_, at) => at % 2 === 1);
  return last < 0 ? label : parts.with(last, String(value)).join('');
};

function number(key: string, row: HTMLTableRowElement, index: number): void {
  for (const element of row.querySelectorAll('*')) {
    for (const name of NAMES) {
      const before = element.getAttribute(name);
      // What was typed may look like a name.
      if (before === null || (name === 'value' && !(element instanceof HTMLButtonElement))) continue;
      const after =
        name === 'data-total' ? before.replace(/^\d+(?=\.)/, String(index)) : renumbered(before, key, index);
      if (after !== before) element.setAttribute(name, after);
    }
    const label = element.getAttribute('aria-label');
    if (label) element.setAttribute('aria-label', withLastNumber(label, index + 1));
  }
  const heading = row.querySelector('th')?.lastChild;
  if (heading) heading.textContent = String(index + 1);
}

/** `f-lines.2.price-errors` → `f-lines.3.price-errors`, also where several names stand beside each other. */
function renumbered(text: string, key: string, index: number): string {
  const [first = '', ...others] = text.split(`${key}.`);
  let before = first;
  return others.reduce((all, part) => {
    const isName = /(?:^|[ .-])$/.test(before);
    before = part;
    return `${all}${key}.${isName ? part.replace(/^\d+/, String(index)) : part}`;
  }, first);
}
