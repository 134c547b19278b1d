// The words of the islands, in the language of the page.
import { island as de } from '../messages/de/island.js';
import { island as en } from '../messages/en/island.js';
import type { Language } from '../messages/languages.js';
import { fillIn } from '../messages/plain-message.js';

export type WordId = keyof typeof en;

const words: Readonly<Record<Language, Readonly<Record<WordId, string>>>> = { de, en };

export const isWordId = (text: string): text is WordId => Object.hasOwn(en, text);

export function word(id: WordId, values: Readonly<Record<string, string | number>> = {}): string {
  const language = document.documentElement.lang.split('-', 1)[0]!;
  return fillIn((Object.hasOwn(words, language) ? words[language as Language] : en)[id], values);
}
