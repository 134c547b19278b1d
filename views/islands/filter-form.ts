// Replaces results in place where the page marks them; otherwise submits the form, panels on closing.
import { canReplaceResults, replaceResults } from './replace-results.js';
import { RESULTS_REPLACED } from './results-replaced.js';

/** Milliseconds after typing. */
const PAUSE = 500;
const FOCUS = 'daybook-filter-focus';
const TYPED: ReadonlySet<string> = new Set(['text', 'search', 'date', 'time']);
const WITHOUT_SELECTION: ReadonlySet<string> = new Set(['date', 'time']);

const enhanced = new WeakSet<HTMLFormElement>();

enhanceForms();
closeMenus();
document.addEventListener(RESULTS_REPLACED, enhanceForms);

function enhanceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-filter-form]'))
    if (!enhanced.has(form)) enhance(form);
}

function enhance(form: HTMLFormElement): void {
  enhanced.add(form);
  form.querySelector<HTMLElement>('[data-filter-submit]')?.setAttribute('hidden', '');
  const inPlace = canReplaceResults();
  let pause: ReturnType<typeof setTimeout> | undefined;
  let shown = address(form, true);
  const send = () => {
    clearTimeout(pause);
    const changed = address(form);
    if (changed === shown) return;
    if (!inPlace) return form.requestSubmit();
    shown = changed;
    replaceResults(toUrl(form)).catch(() => form.requestSubmit());
  };
  form.addEventListener('input', ({ target }) => {
    clearTimeout(pause);
    if (isTyped(target)) pause = setTimeout(send, PAUSE);
  });
  form.addEventListener('change', ({ target }) => {
    // A panel whose page is loaded anew would close with the first of several boxes.
    if (!isTyped(target) && (inPlace || !inPanel(target))) send();
  });
  form.addEventListener('submit', () => {
    clearTimeout(pause);
    leaveOutEmpty(form);
    remember(document.activeElement);
  });
  addEventListener('pageshow', () => fillOutEmpty(form));
  enhancePanels(form, send);
  restore(form);
}

function isTyped(target: EventTarget | null): target is HTMLInputElement {
  return target instanceof HTMLInputElement && TYPED.has(target.type);
}

function inPanel(target: EventTarget | null): boolean {
  return panelOf(target) !== null;
}

function panelOf(target: EventTarget | null): HTMLDetailsElement | null {
  return target instanceof Element ? target.closest<HTMLDetailsElement>('details[data-filter]') : null;
}

/** Collapsed filters are visible on wide screens. */
function isVisible(element: Element): boolean {
  return element.checkVisibility();
}

function enhancePanels(form: HTMLFormElement, send: () => void): void {
  const panels = [...form.querySelectorAll<HTMLDetailsElement>('details[data-filter]')];
  for (const panel of panels) {
    panel.addEventListener('toggle', () => {
      if (!panel.open) send();
    });
  }
  document.addEventListener('click', ({ target }) => {
    for (const panel of panels) if (panel.open && !panel.contains(target as Node)) panel.open = false;
  });
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    const open = panels.find((panel) => panel.open);
    if (open) open.open = false;
    open?.querySelector('summary')?.focus();
  });
}

/** Columns, downloads, saved views, further actions: closing them submits nothing. */
function closeMenus(): void {
  const listOpen = () =>
    document.querySelectorAll<HTMLDetailsElement>('details.db-filter:not([data-filter])[open]');
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node) || !target.isConnected) return;
    for (const menu of listOpen()) if (!menu.contains(target)) menu.open = false;
  });
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    if (key !== 'Escape' || defaultPrevented) return;
    for (const menu of listOpen()) {
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
      menu.open = false;
    }
  });
}

/** Query of the form; `before`: as loaded. */
function address(form: HTMLFormElement, before = false): string {
  const pairs: string[] = [];
  for (const element of form.elements) {
    const pair = pairOf(element, before);
    if (pair !== undefined) pairs.push(pair);
  }
  return pairs.join('&');
}

function pairOf(element: Element, before: boolean): string | undefined {
  if (element instanceof HTMLSelectElement) {
    const chosen = [...element.options].find((option) => (before ? option.defaultSelected : option.selected));
    return `${element.name}=${(chosen ?? element.options[0])?.value ?? ''}`;
  }
  if (!(element instanceof HTMLInputElement)) return undefined;
  if (element.type !== 'checkbox' && element.type !== 'radio') {
    return `${element.name}=${before ? element.defaultValue : element.value}`;
  }
  return (before ? element.defaultChecked : element.checked) ? `${element.name}=${element.value}` : undefined;
}

function toUrl(form: HTMLFormElement): URL {
  const url = new URL(form.action);
  const given = [...new FormData(form)].filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  url.search = new URLSearchParams(given).toString();
  return url;
}

function leaveOutEmpty(form: HTMLFormElement): void {
  for (const element of form.elements) {
    if (
      (element instanceof HTMLInputElement || element instanceof HTMLSelectElement) &&
      element.value === ''
    ) {
      element.disabled = true;
      element.dataset['empty'] = '';
    }
  }
}

function fillOutEmpty(form: HTMLFormElement): void {
  for (const element of form.querySelectorAll<HTMLInputElement>('[data-empty]')) element.disabled = false;
}

function remember(element: Element | null): void {
  if (isTyped(element)) sessionStorage.setItem(FOCUS, element.name);
}

function restore(form: HTMLFormElement): void {
  const name = sessionStorage.getItem(FOCUS);
  sessionStorage.removeItem(FOCUS);
  const element = name === null ? null : form.elements.namedItem(name);
  if (!(element instanceof HTMLInputElement)) return;
  panelOf(element)?.setAttribute('open', '');
  if (!isVisible(element)) return;
  element.focus();
  if (!WITHOUT_SELECTION.has(element.type))
    element.setSelectionRange(element.value.length, element.value.length);
}
