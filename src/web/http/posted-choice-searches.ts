import { CHOICE_SEARCH_INPUT, RENDERED_CHOICE_SEARCH } from '#views/addresses.js';
import type { Form } from './request-body.js';
import type { Translate } from '#views/messages/translate.js';

export interface ChoiceSearches {
  /** Input → search text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Input whose “Find” button was pressed. */
  readonly pressed?: string;
  /** Inputs whose search text was submitted without pressing “Find”. */
  readonly unanswered: readonly string[];
}

export const NO_SEARCHES: ChoiceSearches = { texts: new Map(), unanswered: [] };

/** Per response; further ones need their own button. */
export const MOST_SEARCHES = 20;

export function readChoiceSearches(form: Form): ChoiceSearches {
  const texts = new Map<string, string>();
  const unanswered: string[] = [];
  for (const [name, value] of Object.entries(form)) {
    if (!name.startsWith(`${CHOICE_SEARCH_INPUT}.`)) continue;
    const key = name.slice(CHOICE_SEARCH_INPUT.length + 1);
    texts.set(key, value.trim());
    if (value.trim() !== '' && value.trim() !== form[`${RENDERED_CHOICE_SEARCH}.${key}`])
      unanswered.push(key);
  }
  const pressed = form[CHOICE_SEARCH_INPUT];
  return { texts, unanswered, ...(pressed !== undefined && { pressed }) };
}

export const isSearching = ({ pressed, unanswered }: ChoiceSearches): boolean =>
  pressed !== undefined || unanswered.length > 0;

/** undefined: the default status. */
export const getUnansweredSearchStatus = (searches: ChoiceSearches | undefined): number | undefined =>
  searches && searches.pressed === undefined && searches.unanswered.length > 0 ? 422 : undefined;

/** Errors for inputs submitted with an unanswered search. */
export function searchErrors(
  { pressed, texts, unanswered }: ChoiceSearches,
  key: string,
  t: Translate,
): readonly string[] {
  if (pressed !== undefined || !unanswered.includes(key)) return [];
  return [t('choose.unanswered', { text: texts.get(key) ?? '' })];
}
