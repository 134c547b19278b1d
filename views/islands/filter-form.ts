// Island: filter form. Submits as one chooses: boxes and lists when they are closed or changed, text after a pause.

const PAUSE = 500;
const FOCUS = 'daybook-filter-focus';

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-filter-form]')) enhance(form);

function enhance(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>('[data-filter-submit]')?.setAttribute('hidden', '');
  let pause: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    clearTimeout(pause);
    if (address(form) !== address(form, true)) form.requestSubmit();
  };
  form.addEventListener('input', ({ target }) => {
    clearTimeout(pause);
    if (isTyped(target)) pause = setTimeout(send, PAUSE);
  });
  form.addEventListener('change', ({ target }) => {
    // Boxes in a panel wait until it is closed: several are often wanted.
    if (!isTyped(target) && !inPanel(target)) send();
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
  return target instanceof HTMLInputElement && ['text', 'search', 'date'].includes(target.type);
}

function inPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-filter]') !== null;
}

/** Folded filters are closed and visible on a wide screen. */
function isVisible(element: Element): boolean {
  return element.checkVisibility();
}

/** Panels close on a click elsewhere and on Escape; closing submits what was chosen. */
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

/** What the form asks for as text; `before`: what it asked for when the page came. */
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

/** Addresses stay short: what is empty is not in them. */
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

/** Whoever was typing goes on typing on the page that follows. */
function remember(element: Element | null): void {
  if (isTyped(element)) sessionStorage.setItem(FOCUS, element.name);
}

function restore(form: HTMLFormElement): void {
  const name = sessionStorage.getItem(FOCUS);
  sessionStorage.removeItem(FOCUS);
  const element = name === null ? null : form.elements.namedItem(name);
  if (!(element instanceof HTMLInputElement) || !isVisible(element)) return;
  element.focus();
  if (element.type !== 'date') element.setSelectionRange(element.value.length, element.value.length);
}
