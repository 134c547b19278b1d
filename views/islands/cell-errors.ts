// Errors at cells of a table: from the server, or from a script before anything is sent.
import { controlIn, type Control } from './table-rows.js';

/** What one types into: a list that is searched has a box in its place. */
export const focusable = (control: Control | undefined): HTMLElement | null | undefined =>
  control?.hidden ? control.closest('td')?.querySelector('[role=combobox]') : control;

/** Whether the cell of a control shows an error. */
export const isMarked = (control: Control): boolean => errorsIn(control) !== null;

/** A cell that shows an error keeps that one. */
export function markCell(control: Control, words: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = words;
  const errors = document.createElement('div');
  errors.className = 'db-errors';
  errors.id = `f-${control.name}-errors`;
  errors.append(paragraph);
  addErrors(control, errors);
}

/** Copies the errors of an answered page to its cells. */
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
