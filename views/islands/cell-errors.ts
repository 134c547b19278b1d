// What is wrong with a cell of a table, at the cell: said by the server, or by a script before anything is sent.
import { controlIn, type Control } from './table-rows.js';

/** What one types into: a list that is searched has a box in its place. */
export const focusable = (control: Control | undefined): HTMLElement | null | undefined =>
  control?.hidden ? control.closest('td')?.querySelector('[role=combobox]') : control;

/** Whether something is said to be wrong with the cell of a control. */
export const isMarked = (control: Control): boolean => errorsIn(control) !== null;

/** Nothing is added where something is said already. */
export function markCell(control: Control, words: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = words;
  const errors = document.createElement('div');
  errors.className = 'db-errors';
  errors.id = `f-${control.name}-errors`;
  errors.append(paragraph);
  addErrors(control, errors);
}

/** What an answer of the server says of cells. */
export function showAnsweredErrors(controls: Iterable<Control>, answered: Element): void {
  const named = new Map([...controls].map((control) => [control.name, control]));
  for (const errors of answered.querySelectorAll<HTMLElement>('td > .db-errors')) {
    const control = named.get(controlIn(errors.closest('td')!)?.name ?? '');
    if (control?.isConnected) addErrors(control, document.importNode(errors, true));
  }
}

function addErrors(control: Control, errors: HTMLElement): void {
  if (isMarked(control)) return;
  control.closest('td')!.append(errors);
  const typed = focusable(control);
  typed?.setAttribute('aria-invalid', 'true');
  typed?.setAttribute('aria-describedby', errors.id);
}

export function clearCell(control: Control): void {
  errorsIn(control)?.remove();
  for (const marked of control.closest('td')!.querySelectorAll('[aria-invalid]')) {
    marked.removeAttribute('aria-invalid');
    marked.removeAttribute('aria-describedby');
  }
}

const errorsIn = (control: Control): Element | null =>
  control.closest('td')!.querySelector(':scope > .db-errors');
