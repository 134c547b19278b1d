import { fetchForm } from './fetch-form.js';
import { clearErrors, findFieldOrCell, removeResolvedProblems } from './problem-summary.js';
import type { Control } from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

function clearErrorsAt({ target }: Event): void {
  const place = target instanceof Element ? findFieldOrCell(target) : null;
  if (place) clearErrors(place);
}

/** Copied values, withdrawn when another record is chosen. */
const autofilledValues = new WeakMap<Control, string>();

async function autofillDependentFields(form: HTMLFormElement, { target }: Event): Promise<void> {
  if (!(target instanceof HTMLSelectElement)) return;
  const following = [...form.querySelectorAll<Control>(`[data-follows="${CSS.escape(target.name)}"]`)];
  if (following.length === 0) return;
  for (const control of following)
    if (autofilledValues.get(control) === control.value) setValue(control, '', '');
  const chosen = target.value;
  if (chosen === '') return;
  const before = new Map(following.map((control) => [control, control.value]));
  const page = await fetchForm(form, '_follow', target.name);
  if (target.value !== chosen) return;
  for (const control of following)
    if (control.value === before.get(control)) autofillField(control, page, labelOf(target));
}

function autofillField(control: Control, page: ParentNode, reference: string): void {
  const answered = page.querySelector<Control>(`[name="${CSS.escape(control.name)}"]`);
  if (!answered || answered.value === control.value) return;
  const title =
    (answered instanceof HTMLSelectElement && answered.selectedOptions[0]?.text) || answered.value;
  setValue(control, answered.value, title);
  autofilledValues.set(control, control.value);
  if (control.value !== '')
    say(control, translateIslandMessage('island.filledIn', { reference, value: title }));
}

function setValue(control: Control, value: string, title: string): void {
  const isNew =
    control instanceof HTMLSelectElement && ![...control.options].some((each) => each.value === value);
  if (isNew) control.add(new Option(title, value));
  control.value = value;
  if (value === '') say(control, '');
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

const labelOf = (control: Control): string =>
  control.closest('.db-field')?.querySelector('.form-label')?.firstChild?.textContent ?? '';

function say(control: Control, words: string): void {
  control.closest('.db-field')!.querySelector('[data-filled]')!.textContent = words;
}

function addStatus(control: Control): void {
  const status = document.createElement('p');
  status.className = 'form-hint m-0';
  status.setAttribute('role', 'status');
  status.dataset['filled'] = '';
  control.closest('.db-field')?.append(status);
}

for (const form of document.querySelectorAll<HTMLFormElement>('form.db-form')) {
  removeResolvedProblems(form);
  for (const type of ['input', 'change']) form.addEventListener(type, clearErrorsAt);
  for (const control of form.querySelectorAll<Control>('.db-field [data-follows]')) addStatus(control);
  form.addEventListener('change', (event) => void autofillDependentFields(form, event).catch(() => {}));
}
