// The listbox below a combobox: what is suggested, and which of it is active.

export interface Suggestion {
  readonly href: string;
  readonly title: string;
  readonly detail: string;
}

const LIST = 'search-suggestions';

export class SuggestionList {
  private readonly list = element('div', {
    ...{ id: LIST, class: 'db-suggestions', role: 'listbox', 'aria-label': 'Suggestions' },
  });
  private active = -1;

  constructor(private readonly box: HTMLInputElement) {
    box.setAttribute('role', 'combobox');
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', LIST);
    box.after(this.list);
    this.close();
    // A press on an option must not take the focus out of the box before it is released.
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) => follow((target as Element).closest('[role=option]')));
  }

  get isOpen(): boolean {
    return !this.list.hidden;
  }

  close(): void {
    this.list.hidden = true;
    this.box.setAttribute('aria-expanded', 'false');
    this.activate(-1);
  }

  show(groups: readonly (readonly [title: string, suggestions: readonly Suggestion[]])[]): void {
    let count = 0;
    const parts = groups
      .filter(([, suggestions]) => suggestions.length > 0)
      .map(([title, suggestions]) => {
        const group = element('div', { role: 'group', 'aria-label': title });
        group.append(element('div', { class: 'db-suggestion-kind', role: 'presentation' }, title));
        for (const suggestion of suggestions) group.append(optionOf(suggestion, (count += 1)));
        return group;
      });
    this.list.replaceChildren(...parts);
    this.list.hidden = count === 0;
    this.box.setAttribute('aria-expanded', String(count > 0));
    this.activate(-1);
  }

  /** Past the last and before the first one, none is active. */
  move(by: 1 | -1): void {
    const count = this.options().length;
    const next = this.active + by;
    this.activate(next < -1 ? count - 1 : next >= count ? -1 : next);
  }

  /** Goes to the active one; false: none is. */
  followActive(): boolean {
    const option = this.options()[this.active];
    return option !== undefined && follow(option);
  }

  private options(): readonly HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[role=option]')];
  }

  private activate(index: number): void {
    this.active = index;
    const options = this.options();
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === index)));
    const option = options[index];
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.box.setAttribute('aria-activedescendant', option.id);
    else this.box.removeAttribute('aria-activedescendant');
  }
}

function optionOf({ href, title, detail }: Suggestion, index: number): HTMLElement {
  const option = element('div', { role: 'option', id: `${LIST}-${index}`, class: 'db-suggestion' });
  option.dataset['href'] = href;
  option.append(element('span', {}, title), element('span', { class: 'db-suggestion-detail' }, detail));
  return option;
}

function follow(option: HTMLElement | null): boolean {
  const href = option?.dataset['href'];
  if (href !== undefined) location.assign(href);
  return href !== undefined;
}

function element(name: string, attributes: Readonly<Record<string, string>>, text?: string): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
