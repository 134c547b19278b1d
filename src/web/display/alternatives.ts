// “Priya Raman or Thomas Okafor”
import { MAX_NEXT_STEP_ACTIONS } from '#views/parts/next-step-actions.js';
import type { Translate } from '#views/messages/translate.js';

export const joinAlternatives = (texts: readonly string[], { language }: Translate): string =>
  new Intl.ListFormat(language, { type: 'disjunction' }).format(texts);

export const describeActionChoice = (actions: readonly { readonly title: string }[], t: Translate): string =>
  actions.length > MAX_NEXT_STEP_ACTIONS
    ? t('record.oneOfActions', { count: actions.length })
    : joinAlternatives(
        actions.map(({ title }) => title),
        t,
      );
