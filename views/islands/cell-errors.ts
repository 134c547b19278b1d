import { findControl, type Control } from './table-rows.js';

export const findFocusable = (control: Control | undefined): HTMLElement | null | undefined =>
  control?.hidden ? control.closest('td')?.querySelector('[role=combobox]') : control;

export const isMarkedInvalid = (control: Control): boolean => errorsIn(control) !== null;

/** Keeps existing errors. */
export function markCellInvalid(control: Control, words: string): void {
  const paragraph = document.createElement('p');
  paragraph.textContent = words;
  const errors = document.createElement('div');
  errors.className = 'db-errors';
  errors.id = `f-${control.name}-errors`;
  errors.append(paragraph);
  addErrors(control, errors);
}

export function showAnsweredErrors(controls: Iterable<Control>, answered: Element): void {
  const named = new Map([...controls].map((control) => [control.name, control]));
  for (const errors of answered.querySelectorAll<HTMLElement>('td > .db-errors')) {
    const control = named.get(findControl(errors.closest('td')!)?.name ?? '');
    if (control?.isConnected) addErrors(control, document.importNode(errors, true));
  }
}

function addErrors(control: Control, errors: HTMLElement): void {
  if (isMarkedInvalid(control)) return;
  control.closest('td')!.append(errors);
  const typed = findFocusable(control);
  typed?.setAttribute('aria-invalid', 'true');
  typed?.setAttribute('aria-describedby', errors.id);
}

export function clearCellError(control: Control): void {
  errorsIn(control)?.remove();
  for (const marked of control.closest('td')!.querySelectorAll('[aria-invalid]')) {
    marked.removeAttribute('aria-invalid');
    marked.removeAttribute('aria-describedby');
  }
}

const errorsIn = (control: Control): Element | null =>
  control.closest('td')!.querySelector(':scope > .db-errors');
