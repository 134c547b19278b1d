// Words that fill the messages of the error catalogue: what stands as it is, and phrases, which every language has its own words for.
import { GERMAN_PHRASES } from './phrases-de.js';
import { ENGLISH_PHRASES } from './phrases-en.js';
import type { Language } from './language.js';

export type PhraseId = keyof typeof ENGLISH_PHRASES;

/** A phrase for “You may not …”. */
export type TaskId = Extract<PhraseId, `to.${string}`>;

export interface Phrase {
  readonly phrase: PhraseId;
  readonly with: MessageParameters;
}

/** Several are told one after the other: `Finance, Staff`. */
export type Words = string | number | Phrase | readonly Words[];

export type MessageParameters = Readonly<Record<string, Words>>;

const PHRASES: Readonly<Record<Language, Readonly<Record<PhraseId, string>>>> = {
  en: ENGLISH_PHRASES,
  de: GERMAN_PHRASES,
};

export const phrase = (id: PhraseId, parameters: MessageParameters = {}): Phrase => ({
  phrase: id,
  with: parameters,
});

/** How a phrase goes on where one is meant, and where several are. */
export const counted = (id: 'characters' | 'days' | 'files' | 'places' | 'workdays', count: number): Phrase =>
  phrase(count === 1 ? `${id}.one` : `${id}.other`, { count });

const LONGEST_WORD = 200;

/** What somebody typed comes back in messages, but not megabytes of it. */
const shortened = (text: string): string =>
  text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}…` : text;

export function inWords(words: Words, language: Language): string {
  if (typeof words === 'string') return shortened(words);
  if (typeof words === 'number') return String(words);
  if ('phrase' in words)
    return filled(PHRASES[language][words.phrase], /\{(\w+)\}/g, parametersIn(words.with, language));
  return words.map((each) => inWords(each, language)).join(', ');
}

/** The same parameters, each as the text that stands in a message. */
export function parametersIn(
  parameters: MessageParameters,
  language: Language,
): Readonly<Record<string, string | number>> {
  const texts = Object.entries(parameters).map(
    ([name, words]) => [name, typeof words === 'number' ? words : inWords(words, language)] as const,
  );
  return Object.fromEntries(texts);
}

/** `places` finds the name of a parameter in its first group. A parameter that is not given leaves nothing. */
export const filled = (
  text: string,
  places: RegExp,
  parameters: Readonly<Record<string, string | number>>,
): string =>
  text.replace(places, (_, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name] ?? '') : '',
  );
