import { foldText as folded } from '#specification/values/fold-text.js';

/** Folds like the server, and collapses spaces. */
export const normalizeText = (text: string): string => folded(text).replace(/\s+/gu, ' ').trim();
