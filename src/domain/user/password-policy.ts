// NIST SP 800-63B: long and not guessable, nothing else.
import type { BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { createPhrase, type MessageParameters, type Phrase } from '#specification/refusal-words/phrases.js';
import { createBuiltInReason } from '../create-reason.js';
import type { Reason } from '../refusal.js';
import { isLongerThan } from '#specification/field-types/text.js';

/** OWASP ASVS 2.1.1, 2.1.2 */
const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 128;

/** NFKC: different keyboards yield the same password (NIST SP 800-63B). */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** `guessable`: why the password is. */
export function checkPassword(password: unknown, guessable: Phrase | undefined): readonly Reason[] {
  const about = (code: BuiltInCode, words: MessageParameters) => [
    createBuiltInReason(code, { with: words, fields: ['password'] }),
  ];
  if (typeof password !== 'string' || !isLongerThan(normalizePassword(password), MIN_PASSWORD_LENGTH - 1))
    return about('WEAK_PASSWORD', { min: MIN_PASSWORD_LENGTH });
  if (isLongerThan(password, MAX_PASSWORD_LENGTH))
    return about('TOO_LONG', { field: createPhrase('the.password'), max: MAX_PASSWORD_LENGTH });
  return guessable === undefined ? [] : about('GUESSABLE_PASSWORD', { why: guessable });
}
