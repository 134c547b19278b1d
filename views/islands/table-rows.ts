// Inputs are named `lines.0.price`.

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Fired after rows change, since input names have changed. */
export const ROWS_CHANGED = 'daybook-rows';

export const listRows = (table: HTMLElement): HTMLTableRowElement[] => [
  ...table.querySelectorAll<HTMLTableRowElement>('tbody > tr'),
];

export const getMaxRows = (table: HTMLElement): number => Number(table.dataset['most'] ?? '200');

export const findControl = (cell: Element): Control | undefined =>
  cell.querySelector<Control>('[name]:not([type=hidden], [name^=_])') ?? undefined;

export const listControls = (row: HTMLElement): (Control | undefined)[] =>
  [...row.querySelectorAll('td[data-label]:not([data-total])')].map(findControl);

/** Appends an empty row; undefined: the table is full. */
export const addRow = (table: HTMLElement): HTMLTableRowElement | undefined => addRows(table, 1)[0];

export function addRows(table: HTMLElement, count: number): readonly HTMLTableRowElement[] {
  const rows = listRows(table);
  const last = rows.at(-1);
  const room = Math.min(count, getMaxRows(table) - rows.length);
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

export function duplicateRow(table: HTMLElement, row: HTMLTableRowElement): HTMLTableRowElement | undefined {
  if (listRows(table).length >= getMaxRows(table)) return undefined;
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

/** The last row is cleared instead of removed. */
export function removeRows(table: HTMLElement, removed: readonly HTMLTableRowElement[]): void {
  for (const row of removed)
    if (listRows(table).length === 1) emptyRow(row);
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
  for (const [index, row] of listRows(table).entries()) number(table.dataset['lines']!, row, index);
  table.dispatchEvent(new CustomEvent(ROWS_CHANGED, { bubbles: true }));
}

const withLastNumber = (label: string, value: number): string => {
  const parts = label.split(/(\d+)/);
  const last = parts.findLastIndex((_, at) => at % 2 === 1);
  return last < 0 ? label : parts.with(last, String(value)).join('');
};

function number(key: string, row: HTMLTableRowElement, index: number): void {
  for (const element of row.querySelectorAll('*')) {
    for (const name of NAMES) {
      const before = element.getAttribute(name);
      // Typed values may look like names.
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

/** `f-lines.2.price-errors` → `f-lines.3.price-errors` */
function renumbered(text: string, key: string, index: number): string {
  const [first = '', ...others] = text.split(`${key}.`);
  let before = first;
  return others.reduce((all, part) => {
    const isName = /(?:^|[ .-])$/.test(before);
    before = part;
    return `${all}${key}.${isName ? part.replace(/^\d+/, String(index)) : part}`;
  }, first);
}
