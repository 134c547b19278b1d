// Refusals that no specification words: what the web itself has to say, in the words of the built-in catalogue.
import { type MessageParameters } from '#specification/refusal-words/words.js';
import { builtInReason } from '../domain/reason.js';
import { Refused } from '../domain/refusal.js';
import type { BuiltInCode } from '../specification/built-in-errors.js';

/** The catalogue's entry as a refusal; `words` fill `{with.…}`. */
export function refused(code: BuiltInCode, words: MessageParameters = {}): Refused {
  return new Refused([builtInReason(code, { with: words })]);
}
