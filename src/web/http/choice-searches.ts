// What a form searches for among the choices of its inputs: posted with the form, and answered by the form with what was found.
import { FIND, FOUND } from '#views/addresses.js';
import type { Form } from './request-body.js';
import type { Translate } from '#views/messages/translate.js';

export interface ChoiceSearches {
  /** Input → what to search for. */
  readonly texts: ReadonlyMap<string, string>;
  /** The input whose button “Find” was pressed. */
  readonly pressed?: string;
  /** Inputs with a text that the page has not searched for: typed, and then the form was sent. */
  readonly unanswered: readonly string[];
}

export const NO_SEARCHES: ChoiceSearches = { texts: new Map(), unanswered: [] };

/** Texts that one answer searches for; the others wait for their own button. */
export const MOST_SEARCHES = 20;

export function choiceSearchesOf(form: Form): ChoiceSearches {
  const texts = new Map<string, string>();
  const unanswered: string[] = [];
  for (const [name, value] of Object.entries(form)) {
    if (!name.startsWith(`${FIND}.`)) continue;
    const key = name.slice(FIND.length + 1);
    texts.set(key, value.trim());
    if (value.trim() !== '' && value.trim() !== form[`${FOUND}.${key}`]) unanswered.push(key);
  }
  const pressed = form[FIND];
  return { texts, unanswered, ...(pressed !== undefined && { pressed }) };
}

/** Whether the form is posted for a search, or with a search that has no choice yet. */
export const isSearching = ({ pressed, unanswered }: ChoiceSearches): boolean =>
  pressed !== undefined || unanswered.length > 0;

/** Of the answer to a form that was sent while a search stood there; undefined: as ever. */
export const searchStatus = (searches: ChoiceSearches | undefined): number | undefined =>
  searches && searches.pressed === undefined && searches.unanswered.length > 0 ? 422 : undefined;

/** What to say at an input whose form was sent while its search stood there without an answer. */
export function searchErrors(
  { pressed, texts, unanswered }: ChoiceSearches,
  key: string,
  t: Translate,
): readonly string[] {
  if (pressed !== undefined || !unanswered.includes(key)) return [];
  return [t('choose.unanswered', { text: texts.get(key) ?? '' })];
}
