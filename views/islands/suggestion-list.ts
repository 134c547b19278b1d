export interface Suggestion {
  readonly value: string;
  readonly title: string;
  readonly detail?: string;
}

interface ListOptions {
  readonly id: string;
  readonly label: string;
  readonly choose: (value: string) => void;
}

/** Pixels between box and list. */
const GAP = 4;

export class SuggestionList {
  private readonly list: HTMLElement;
  private active = -1;

  constructor(
    private readonly box: HTMLInputElement,
    private readonly settings: ListOptions,
  ) {
    const { id, label } = settings;
    this.list = element('div', { id, class: 'db-suggestions', role: 'listbox', 'aria-label': label });
    box.setAttribute('role', 'combobox');
    box.setAttribute('aria-autocomplete', 'list');
    box.setAttribute('aria-controls', id);
    box.after(this.list);
    this.close();
    // Pressing an option must not blur the box before release.
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', ({ target }) =>
      this.choose((target as Element).closest('[role=option]')),
    );
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
        const group = element('div', title === '' ? {} : { role: 'group', 'aria-label': title });
        if (title !== '')
          group.append(element('div', { class: 'db-suggestion-kind', role: 'presentation' }, title));
        for (const suggestion of suggestions)
          group.append(optionOf(suggestion, `${this.settings.id}-${(count += 1)}`));
        return group;
      });
    this.list.replaceChildren(...parts);
    this.list.hidden = count === 0;
    this.box.setAttribute('aria-expanded', String(count > 0));
    this.activate(-1);
  }

  move(by: 1 | -1): void {
    const count = this.options().length;
    const last = count - 1;
    this.activate(
      by === 1 ? (this.active + 1) % Math.max(count, 1) : this.active > 0 ? this.active - 1 : last,
    );
  }

  /** false: none is active. */
  chooseActive(): boolean {
    return this.choose(this.options()[this.active]);
  }

  get count(): number {
    return this.isOpen ? this.options().length : 0;
  }

  standBesideBox(): void {
    const { left, top, bottom, width } = this.box.getBoundingClientRect();
    this.list.style.minWidth = `${width}px`;
    const below = bottom + GAP;
    const above = top - GAP - this.list.offsetHeight;
    const isBelow = above < 0 || below + this.list.offsetHeight <= innerHeight;
    Object.assign(this.list.style, { left: `${left}px`, top: `${isBelow ? below : above}px` });
  }

  remove(): void {
    this.close();
    this.list.remove();
  }

  private choose(option: Element | null | undefined): boolean {
    const value = option instanceof HTMLElement ? option.dataset['value'] : undefined;
    if (value !== undefined) this.settings.choose(value);
    return value !== undefined;
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

function optionOf({ value, title, detail }: Suggestion, id: string): HTMLElement {
  const option = element('div', { role: 'option', id, class: 'db-suggestion' });
  option.dataset['value'] = value;
  option.append(element('span', {}, title));
  if (detail !== undefined) option.append(element('span', { class: 'db-suggestion-detail' }, detail));
  return option;
}

function element(name: string, attributes: Readonly<Record<string, string>>, text?: string): HTMLElement {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}
