// Combobox with listbox (ARIA Authoring Practices); the server searches long lists.
import { fetchForm } from './fetch-form.js';
import { normalizeText } from './normalize-text.js';
import { SuggestionList, type Suggestion } from './suggestion-list.js';
import { ROWS_CHANGED } from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

const PAUSE = 200;
const CHOICE_SEARCH_INPUT = '_find';

type Groups = readonly (readonly [title: string, suggestions: readonly Suggestion[]])[];

export function enhanceChoosers(root: ParentNode): void {
  for (const chooser of root.querySelectorAll<HTMLElement>('[data-chooser]')) makeBox(chooser);
}

/** The select still holds and submits the value. */
function makeBox(chooser: HTMLElement): void {
  const select = chooser.querySelector('select')!;
  const find = chooser.querySelector('.db-find');
  const hasFocus = chooser.contains(document.activeElement);
  const name = chooser.dataset['chooser']!;
  const box =
    find?.querySelector<HTMLInputElement>('input[type=text]') ??
    input('text', `${CHOICE_SEARCH_INPUT}.${name}`);
  const found =
    find?.querySelector<HTMLInputElement>('input[type=hidden]') ?? input('hidden', `_found.${name}`);
  moveAttributes(select, box);
  const status = chooser.querySelector<HTMLElement>('[role=status]');
  if (status?.dataset['typing']) status.textContent = status.dataset['typing'];
  select.hidden = true;
  select.before(box, found);
  find?.remove();
  // An unresolved search stays in the form.
  if (select.value === '' && box.value !== '') found.value = '';
  else showChosen(chooser);
  if (hasFocus) box.focus();
}

const BOX = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', autocomplete: 'off' };

function moveAttributes(select: HTMLSelectElement, box: HTMLInputElement): void {
  for (const name of ['id', 'aria-label', 'aria-required', 'aria-invalid', 'aria-describedby']) {
    const value = select.getAttribute(name);
    if (value === null) box.removeAttribute(name);
    else box.setAttribute(name, value);
    select.removeAttribute(name);
  }
  box.className = 'form-select';
  box.placeholder = select.querySelector<HTMLOptionElement>('option[value=""]')?.text ?? '';
  for (const [name, value] of Object.entries(BOX)) box.setAttribute(name, value);
}

function input(type: string, name: string): HTMLInputElement {
  const made = document.createElement('input');
  return Object.assign(made, { type, name });
}

const partsOf = (chooser: HTMLElement) => ({
  box: chooser.querySelector<HTMLInputElement>('[role=combobox]')!,
  found: chooser.querySelector<HTMLInputElement>('input[type=hidden]')!,
  select: chooser.querySelector('select')!,
});

const titleOf = (select: HTMLSelectElement): string =>
  select.value === '' ? '' : (select.selectedOptions[0]?.text ?? '');

/** The displayed text is resolved, so that the server does not search for it. */
function showChosen(chooser: HTMLElement): void {
  const { box, found, select } = partsOf(chooser);
  box.value = titleOf(select);
  found.value = box.value.trim();
}

class Combobox {
  private readonly list: SuggestionList;
  private readonly ends = new AbortController();
  private pause: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;
  private hasMoved = false;

  constructor(private readonly chooser: HTMLElement) {
    const { box } = partsOf(chooser);
    this.list = new SuggestionList(box, {
      id: `list-${chooser.dataset['chooser']}`,
      label: translateIslandMessage('island.suggestions'),
      choose: (value) => this.choose(value),
    });
    const { signal } = this.ends;
    box.addEventListener('input', () => this.type(), { signal });
    box.addEventListener('click', () => this.list.isOpen || this.open(''), { signal });
    box.addEventListener('blur', () => this.end(), { signal });
    for (const type of ['scroll', 'resize'])
      addEventListener(type, () => this.list.standBesideBox(), { signal, capture: true, passive: true });
    // Captures Enter before the table handles it.
    box.addEventListener('keydown', (event) => this.press(event), { signal, capture: true });
    box.select();
  }

  private press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    if (event.key === 'Tab') return this.leaveBy();
    if (this.isTaken(event.key)) event.preventDefault();
  }

  private isTaken(key: string): boolean {
    const { list } = this;
    if (key === 'Enter') return list.chooseActive() || (this.isOpenQuestion() && (this.search(), true));
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!list.isOpen) this.open(this.isOpenQuestion() ? partsOf(this.chooser).box.value : '');
      list.move(key === 'ArrowDown' ? 1 : -1);
      this.hasMoved = true;
    } else if (key === 'Escape' && list.isOpen) list.close();
    else return false;
    return true;
  }

  /** Typed text without a choice. */
  private isOpenQuestion(): boolean {
    const { box, select } = partsOf(this.chooser);
    return select.value === '' && box.value.trim() !== '';
  }

  private type(): void {
    const { box, found, select } = partsOf(this.chooser);
    if (select.value !== '') change(select, '');
    found.value = '';
    this.hasMoved = false;
    clearTimeout(this.pause);
    if (isWhole(this.chooser)) return this.open(box.value);
    this.pause = setTimeout(() => this.search(), PAUSE);
  }

  private search(): void {
    clearTimeout(this.pause);
    const { box } = partsOf(this.chooser);
    const text = box.value;
    if (isWhole(this.chooser) || text.trim() === '') return this.open(text);
    const turn = (this.turn += 1);
    void find(this.chooser)
      .then((isFound) => isFound && turn === this.turn && !this.ends.signal.aborted && this.open(text))
      .catch(() => {});
  }

  private open(text: string): void {
    const groups = matching(this.chooser, text);
    this.list.show(groups);
    this.list.standBesideBox();
    if (text.trim() !== '') this.list.move(1);
    if (isWhole(this.chooser)) say(this.chooser, text, groups);
  }

  private choose(value: string): void {
    const { box, select } = partsOf(this.chooser);
    change(select, value);
    this.list.close();
    box.setSelectionRange(box.value.length, box.value.length);
  }

  /** On blur, chooses only an active or unique option. */
  private leaveBy(): void {
    if (this.hasMoved || this.list.count === 1) this.list.chooseActive();
  }

  private end(): void {
    clearTimeout(this.pause);
    this.ends.abort();
    this.list.remove();
    settle(this.chooser);
  }
}

const isWhole = (chooser: HTMLElement): boolean =>
  chooser.querySelector<HTMLElement>('[role=status]')?.dataset['typing'] === undefined;

function settle(chooser: HTMLElement): void {
  const { box, select } = partsOf(chooser);
  if (select.value !== '') return showChosen(chooser);
  const typed = normalizeText(box.value.trim());
  const exact = [...select.options].filter(
    (option) => option.value !== '' && normalizeText(option.text) === typed,
  );
  if (typed !== '' && exact.length === 1) change(select, exact[0]!.value);
}

function change(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** By any part of the title, recent choices first. */
function matching(chooser: HTMLElement, text: string): Groups {
  const { select } = partsOf(chooser);
  // Server results need no filtering.
  const words = isWhole(chooser) ? normalizeText(text).split(' ') : [];
  const isFound = ({ text: title }: HTMLOptionElement) =>
    words.every((word) => normalizeText(title).includes(word));
  const suggestions = (options: Iterable<HTMLOptionElement>): readonly Suggestion[] =>
    [...options]
      .filter((option) => option.value !== '' && isFound(option))
      .map((option) => ({ value: option.value, title: option.text }));
  const groups = [...select.querySelectorAll('optgroup')].map(
    (group) => [group.label, suggestions(group.querySelectorAll('option'))] as const,
  );
  return groups.length > 0 ? groups : [['', suggestions(select.options)]];
}

function say(chooser: HTMLElement, text: string, groups: Groups): void {
  const count = groups.reduce((all, [, suggestions]) => all + suggestions.length, 0);
  const status = chooser.querySelector('[role=status]')!;
  status.textContent =
    text.trim() !== '' && count === 0
      ? translateIslandMessage('island.nothingFound', { text: text.trim() })
      : '';
}

/** false: the response is no such form. */
async function find(chooser: HTMLElement): Promise<boolean> {
  const { box, select } = partsOf(chooser);
  const name = chooser.dataset['chooser']!;
  const page = await fetchForm(box.form!, CHOICE_SEARCH_INPUT, name);
  const answered = page.querySelector<HTMLElement>(`[data-chooser="${CSS.escape(name)}"]`);
  if (!answered) return false;
  select.replaceChildren(...answered.querySelectorAll('select > *'));
  select.value = '';
  chooser.querySelector('[role=status]')!.textContent =
    answered.querySelector<HTMLElement>('[role=status]')?.dataset['typing'] ?? '';
  return true;
}

const chooserOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-chooser]') : null;

document.addEventListener('focusin', ({ target }) => {
  const chooser = chooserOf(target);
  if (chooser && (target as Element).matches('[role=combobox]')) new Combobox(chooser);
});
document.addEventListener('change', ({ target }) => {
  const chooser = chooserOf(target);
  if (!chooser || !(target instanceof HTMLSelectElement)) return;
  // Typing again discards the choice.
  if (target.value !== '' || document.activeElement !== partsOf(chooser).box) showChosen(chooser);
});
// Values set by scripts fire no event.
document.addEventListener(ROWS_CHANGED, ({ target }) => {
  for (const chooser of (target as Element).querySelectorAll<HTMLElement>('[data-chooser]'))
    if (chooser.querySelector('select')!.value !== '') showChosen(chooser);
});
enhanceChoosers(document);
