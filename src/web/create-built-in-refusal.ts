import { type MessageParameters } from '#specification/refusal-words/phrases.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import type { BuiltInCode } from '../specification/built-in-errors/built-in-errors.js';

/** `words` fill `{with.…}` of the built-in catalogue's entry. */
export function createBuiltInRefusal(code: BuiltInCode, words: MessageParameters = {}): Refused {
  return new Refused([createBuiltInReason(code, { with: words })]);
}
