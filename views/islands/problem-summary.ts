// The list of what is to be fixed, above a form that came back: it shrinks as the fields are changed, and goes with the last of it.
import { ROWS_CHANGED } from './table-rows.js';
import { word } from './words.js';

/** Milliseconds after the last change: screen readers would read out what is left after every key. */
const PAUSE = 1_000;

interface Problem {
  readonly item: HTMLElement;
  /** Its fields and cells. */
  readonly places: readonly Element[];
}

/** Where an error about an element stands: the cell of a table, or the field. */
export const placeOf = (target: Element): Element | null =>
  target.closest('td[data-label]') ?? target.closest('.db-field');

export function shrinkSummary(form: HTMLFormElement): void {
  const summary = document.getElementById('problems');
  if (summary) new ProblemSummary(summary, form);
}

class ProblemSummary {
  private readonly problems: Problem[];
  private readonly status: HTMLElement;
  private pause: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly summary: HTMLElement,
    form: HTMLFormElement,
  ) {
    this.problems = [...summary.querySelectorAll<HTMLElement>('li[data-inputs]')].map((item) => ({
      item,
      places: placesNamed(item.dataset['inputs']!),
    }));
    this.status = document.createElement('p');
    this.status.className = 'visually-hidden';
    this.status.setAttribute('role', 'status');
    summary.after(this.status);
    for (const type of ['input', 'change'])
      form.addEventListener(type, ({ target }) => this.resolve((place) => place.contains(target as Node)));
    // A row that was taken away took its problems along, and a block that was pasted has changed its cells.
    form.addEventListener(ROWS_CHANGED, () => {
      this.resolve((place) => !place.isConnected || (place.matches('td') && !hasErrors(place)));
      for (const problem of this.problems) link(problem);
    });
  }

  private resolve(isChanged: (place: Element) => boolean): void {
    const resolved = this.problems.filter(({ item, places }) => item.isConnected && places.some(isChanged));
    if (resolved.length === 0) return;
    // Screen readers read out a whole alert whenever it changes.
    this.summary.removeAttribute('role');
    for (const { item, places } of resolved) {
      for (const place of places) removeErrors(place, messageOf(item));
      remove(item);
    }
    this.announceRest();
  }

  private announceRest(): void {
    const left = this.summary.querySelectorAll('.db-refusals:not(details *) > li').length;
    const heading = this.summary.querySelector('[data-problems]');
    const words =
      left === 0
        ? word('island.allFixed')
        : word(left === 1 ? 'island.problem' : 'island.problems', { count: left });
    if (heading) heading.textContent = words;
    if (left === 0) {
      this.summary.remove();
      document.title = document.title.replace(word('island.errorIn', { title: '' }), '');
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.status.textContent = words), PAUSE);
  }
}

/** `ids`: of inputs, apart by spaces. */
const placesNamed = (ids: string): readonly Element[] =>
  ids.split(' ').flatMap((id) => {
    const input = document.getElementById(id);
    return input ? [placeOf(input) ?? input] : [];
  });

/** Ids of inputs have the number of their row, which changes. */
function link({ item, places: [place] }: Problem): void {
  const input = place?.matches('td') ? place.querySelector('[id]') : null;
  if (input) item.querySelector('a')?.setAttribute('href', `#${input.id}`);
}

const hasErrors = (place: Element): boolean => place.querySelector(':scope > .db-errors') !== null;

const messageOf = (item: HTMLElement): string => item.querySelector('a')?.textContent ?? '';

/** Of several fields that it is about, one is enough to be changed. */
function removeErrors(place: Element, message: string): void {
  const errors = place.querySelector(':scope > .db-errors');
  for (const error of errors?.children ?? []) if (error.textContent === message) error.remove();
  if (errors?.children.length === 0) clearErrors(place);
}

/** Removes the errors of a field or cell. */
export function clearErrors(place: Element): void {
  const errors = place.querySelector(':scope > .db-errors');
  if (!errors) return;
  errors.remove();
  for (const control of [place, ...place.querySelectorAll('[aria-invalid]')]) {
    control.removeAttribute('aria-invalid');
    const others = control
      .getAttribute('aria-describedby')
      ?.split(' ')
      .filter((id) => id !== errors.id);
    if (others?.length) control.setAttribute('aria-describedby', others.join(' '));
    else control.removeAttribute('aria-describedby');
  }
}

/** Removes the list, too, once it is empty. */
function remove(item: HTMLElement): void {
  const list = item.closest('details') ?? item.parentElement!;
  item.remove();
  if (!list.querySelector('li')) list.remove();
}
