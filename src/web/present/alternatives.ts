// Several, of which any one will do: “Priya Raman or Thomas Okafor”.
import type { Translate } from '#views/messages/translate.js';

export const alternatives = (texts: readonly string[], { language }: Translate): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);
