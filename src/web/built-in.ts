// Refusals that no specification words: what the web itself has to say, in the words of the built-in catalogue.
import { Refused, type Reason } from '../domain/refusal.js';
import { BUILT_IN_ERRORS, type BuiltInCode } from '../specification/built-in-errors.js';

type Words = Readonly<Record<string, string | number>>;

/** The catalogue's entry as a reason; `words` fill `{with.…}`. */
export function builtInReason(code: BuiltInCode, words: Words = {}, fields: readonly string[] = []): Reason {
  const { message, remedy, status } = BUILT_IN_ERRORS[code];
  return { code, message: filled(message, words), remedy: filled(remedy, words), status, fields };
}

export function refused(code: BuiltInCode, words: Words = {}, fields: readonly string[] = []): Refused {
  return new Refused([builtInReason(code, words, fields)]);
}

function filled(text: string, words: Words): string {
  return text.replace(/\{with\.(\w+)\}/g, (_whole, word: string) => String(words[word] ?? ''));
}
