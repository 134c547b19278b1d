import { island as de } from '../messages/de/island.js';
import { island as en } from '../messages/en/island.js';
import type { Language } from '../messages/languages.js';
import { interpolate } from '../messages/interpolate.js';

export type IslandMessageId = keyof typeof en;

const words: Readonly<Record<Language, Readonly<Record<IslandMessageId, string>>>> = { de, en };

export const isIslandMessageId = (text: string): text is IslandMessageId => Object.hasOwn(en, text);

export function translateIslandMessage(
  id: IslandMessageId,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const language = document.documentElement.lang.split('-', 1)[0]!;
  return interpolate((Object.hasOwn(words, language) ? words[language as Language] : en)[id], values);
}
