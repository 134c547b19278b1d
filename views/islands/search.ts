// Combobox with listbox (ARIA Authoring Practices).
import { registerKeyboardShortcuts } from './keys.js';
import { basePath } from './base-path.js';
import { SuggestionList, type Suggestion } from './suggestion-list.js';
import { translateIslandMessage } from './island-messages.js';

const PAUSE = 150;

const input = document.querySelector<HTMLInputElement>('input[data-search]');
if (input?.form) registerKeyboardShortcuts(input, enhance(input, input.form));

function enhance(box: HTMLInputElement, form: HTMLFormElement): () => void {
  const nothing = nothingFound(box);
  let offered: readonly HTMLElement[] = [];
  const list = new SuggestionList(box, {
    id: 'search-suggestions',
    label: translateIslandMessage('island.suggestions'),
    choose: (value) => choose(value, offered),
  });
  const close = () => {
    list.close();
    nothing.hidden = true;
  };
  let pause: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;

  async function suggest(): Promise<void> {
    asking?.abort();
    const turn = (asking = new AbortController());
    const [, here = ''] = location.pathname.slice(basePath.length).split('/');
    const query = new URLSearchParams({ q: box.value.trim(), here });
    const answer = await fetch(`${form.getAttribute('action')}/suggestions?${query}`, {
      signal: turn.signal,
      headers: { Accept: 'application/json' },
    });
    // Signed out: submitting the form leads to sign-in.
    if (!answer.ok || answer.redirected) return close();
    const found = (await answer.json()) as Record<'records' | 'people' | 'pages', readonly Destination[]>;
    if (turn.signal.aborted || document.activeElement !== box) return;
    offered = actionsHere();
    list.show([
      [translateIslandMessage('island.records'), found.records.map(suggestionOf)],
      [translateIslandMessage('island.onThisPage'), actionSuggestions(offered, box.value)],
      [translateIslandMessage('island.people'), found.people.map(suggestionOf)],
      [translateIslandMessage('island.pages'), found.pages.map(suggestionOf)],
    ]);
    nothing.hidden = list.isOpen || box.value.trim() === '';
    nothing.textContent = translateIslandMessage('island.nothingFound', { text: box.value.trim() });
  }

  const soon = () => {
    clearTimeout(pause);
    pause = setTimeout(() => void suggest().catch(close), PAUSE);
  };
  box.addEventListener('input', soon);
  box.addEventListener('blur', () => {
    clearTimeout(pause);
    asking?.abort();
    close();
  });
  box.addEventListener('keydown', (event) => {
    if (!event.isComposing && isTaken(event.key)) event.preventDefault();
  });

  function isTaken(key: string): boolean {
    if (key === 'Enter') return list.chooseActive();
    if (key === 'ArrowDown' && !list.isOpen) soon();
    else if (key === 'ArrowDown' || key === 'ArrowUp') list.move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Escape' && list.isOpen) list.close();
    else return false;
    return true;
  }
  return soon;
}

interface Destination extends Omit<Suggestion, 'value'> {
  readonly href: string;
}

const suggestionOf = ({ href, ...others }: Destination): Suggestion => ({
  ...others,
  value: `${basePath}${href}`,
});

const actionsHere = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    'main a.btn[href*="/actions/"], main form[action*="/actions/"] button[type=submit], main a[data-key=e]',
  ),
];

/** `value`: an address, or a control's number. */
function choose(value: string, controls: readonly HTMLElement[]): void {
  const control = controls[Number(value)];
  if (control) control.click();
  else location.assign(value);
}

/** `value`: a control's number. */
function actionSuggestions(controls: readonly HTMLElement[], text: string): readonly Suggestion[] {
  const wanted = text.trim().toLowerCase();
  const detail = document.querySelector('h1')?.textContent.trim() ?? '';
  return controls
    .map((control, index) => ({ value: String(index), title: control.textContent.trim(), detail }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .slice(0, 5);
}

function nothingFound(box: HTMLElement): HTMLElement {
  const status = document.createElement('p');
  Object.assign(status, { className: 'db-suggestions', role: 'status', hidden: true });
  box.after(status);
  return status;
}
