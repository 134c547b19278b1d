// What the islands say, for the body of the page: they have no catalogue of their own.
import { island } from '../messages/en/island.js';
import type { Translate } from '../messages/translate.js';

const IDS = Object.keys(island) as readonly (keyof typeof island)[];

/** As JSON: id → words, with their placeholders. */
export const islandWords = (t: Translate): string =>
  JSON.stringify(Object.fromEntries(IDS.map((id) => [id, t(id)])));
