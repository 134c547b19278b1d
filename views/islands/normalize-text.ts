// Titles are compared in the browser as the server compares them.
import { foldText as folded } from '#specification/values/fold-text.js';

/** Without differences of spacing, too. */
export const normalizeText = (text: string): string => folded(text).replace(/\s+/gu, ' ').trim();
