// Refusals that no specification words: what the web itself has to say, in the words of the built-in catalogue.
import { type MessageParameters } from '#specification/refusal-words/message-parameters.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import type { BuiltInCode } from '../specification/error-catalogue/built-in-errors.js';

/** The catalogue's entry as a refusal; `words` fill `{with.…}`. */
export function builtInRefusal(code: BuiltInCode, words: MessageParameters = {}): Refused {
  return new Refused([createBuiltInReason(code, { with: words })]);
}
