// Several, of which any one will do: “Priya Raman or Thomas Okafor”.
import { MOST_NAMED_ACTIONS } from '#views/parts/named-actions.js';
import type { Translate } from '#views/messages/translate.js';

export const joinAlternatives = (texts: readonly string[], { language }: Translate): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);

export const describeActionChoice = (actions: readonly { readonly title: string }[], t: Translate): string =>
  actions.length > MOST_NAMED_ACTIONS
    ? t('record.oneOfActions', { count: actions.length })
    : joinAlternatives(
        actions.map(({ title }) => title),
        t,
      );
