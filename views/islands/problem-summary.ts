import { ROWS_CHANGED } from './table-rows.js';
import { translateIslandMessage } from './island-messages.js';

/** Milliseconds, so that screen readers do not announce each keystroke. */
const PAUSE = 1_000;

interface Problem {
  readonly item: HTMLElement;
  readonly places: readonly Element[];
}

export const findFieldOrCell = (target: Element): Element | null =>
  target.closest('td[data-label]') ?? target.closest('.db-field');

export function removeResolvedProblems(form: HTMLFormElement): void {
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
    form.addEventListener(ROWS_CHANGED, () => {
      this.resolve((place) => !place.isConnected || (place.matches('td') && !hasErrors(place)));
      for (const problem of this.problems) link(problem);
    });
  }

  private resolve(isChanged: (place: Element) => boolean): void {
    const resolved = this.problems.filter(({ item, places }) => item.isConnected && places.some(isChanged));
    if (resolved.length === 0) return;
    // Screen readers announce a whole alert on every change.
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
        ? translateIslandMessage('island.allFixed')
        : translateIslandMessage(left === 1 ? 'island.problem' : 'island.problems', { count: left });
    if (heading) heading.textContent = words;
    if (left === 0) {
      this.summary.remove();
      document.title = document.title.replace(translateIslandMessage('island.errorIn', { title: '' }), '');
    }
    clearTimeout(this.pause);
    this.pause = setTimeout(() => (this.status.textContent = words), PAUSE);
  }
}

/** `ids`: space-separated. */
const placesNamed = (ids: string): readonly Element[] =>
  ids.split(' ').flatMap((id) => {
    const input = document.getElementById(id);
    return input ? [findFieldOrCell(input) ?? input] : [];
  });

/** Input ids contain row numbers, which change. */
function link({ item, places: [place] }: Problem): void {
  const input = place?.matches('td') ? place.querySelector('[id]') : null;
  if (input) item.querySelector('a')?.setAttribute('href', `#${input.id}`);
}

const hasErrors = (place: Element): boolean => place.querySelector(':scope > .db-errors') !== null;

const messageOf = (item: HTMLElement): string => item.querySelector('a')?.textContent ?? '';

function removeErrors(place: Element, message: string): void {
  const errors = place.querySelector(':scope > .db-errors');
  for (const error of errors?.children ?? []) if (error.textContent === message) error.remove();
  if (errors?.children.length === 0) clearErrors(place);
}

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

function remove(item: HTMLElement): void {
  const list = item.closest('details') ?? item.parentElement!;
  item.remove();
  if (!list.querySelector('li')) list.remove();
}
