// What the islands say, for the body of the page: they have no catalogue of their own.
import { island } from '../messages/en/island.js';
import type { Language } from '../messages/languages.js';
import type { Translate } from '../messages/translate.js';

const IDS = Object.keys(island) as readonly (keyof typeof island)[];

const known = new Map<Language, string>();

/** As JSON: id → words, with their placeholders. They are the same on every page of a language. */
export function islandWords(t: Translate): string {
  let words = known.get(t.language);
  if (words === undefined)
    known.set(t.language, (words = JSON.stringify(Object.fromEntries(IDS.map((id) => [id, t(id)])))));
  return words;
}
