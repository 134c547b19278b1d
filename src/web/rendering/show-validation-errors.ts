import type { Translate } from '#views/messages/translate.js';
import type { Refusal } from '#views/view-models/display-value.js';
import type { Answer } from './answers.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';

/** `application`: see `displayRefusals`. Rethrows what is not a validation error. */
export async function showValidationErrors(
  t: Translate,
  decide: () => Promise<Answer>,
  showPage: (refusals: readonly Refusal[], status: number) => Promise<Answer>,
  application?: string,
): Promise<Answer> {
  try {
    return await decide();
  } catch (error) {
    const failure = translateFailure(t.language, toRequestFailure(error));
    if (failure.unforeseen || failure.kind !== 'invalid') throw error;
    return showPage(displayRefusals(failure.reasons, application), failure.status);
  }
}
