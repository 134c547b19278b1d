// The words of the islands, in the language of the page.
import { island as de } from '../messages/de/island.js';
import { island as en } from '../messages/en/island.js';
import type { Language } from '../messages/languages.js';

export type WordId = keyof typeof en;

const words: Readonly<Record<Language, Readonly<Record<WordId, string>>>> = { de, en };

export const isWordId = (text: string): text is WordId => Object.hasOwn(en, text);

/** `id`: of a message whose placeholders are all of its form, such as `{name}`. */
export function word(id: WordId, values: Readonly<Record<string, string | number>> = {}): string {
  const language = document.documentElement.lang.split('-', 1)[0]!;
  const message = (Object.hasOwn(words, language) ? words[language as Language] : en)[id];
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}
