// Checks passwords: long and not guessable, nothing else (NIST SP 800-63B).
import {
  createPhrase,
  type MessageParameters,
  type Phrase,
} from '#specification/refusal-words/message-parameters.js';
import { createBuiltInReason } from '../refusal-reason.js';
import type { Reason } from '../refusal.js';
import { isLongerThan } from '#specification/field-types/text.js';

/** OWASP ASVS 2.1.1 and 2.1.2, in characters. */
const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 128;

/** NFKC, so that different keyboards yield the same password (NIST SP 800-63B). */
export const normalizePassword = (password: string): string => password.normalize('NFKC');

/** `guessable`: why the password is easy to guess, if it is. */
export function checkPassword(password: unknown, guessable: Phrase | undefined): readonly Reason[] {
  const about = (code: string, words: MessageParameters) => [
    createBuiltInReason(code, { with: words, fields: ['password'] }),
  ];
  if (typeof password !== 'string' || !isLongerThan(normalizePassword(password), SHORTEST_PASSWORD - 1))
    return about('WEAK_PASSWORD', { min: SHORTEST_PASSWORD });
  if (isLongerThan(password, LONGEST_PASSWORD))
    return about('TOO_LONG', { field: createPhrase('the.password'), max: LONGEST_PASSWORD });
  return guessable === undefined ? [] : about('GUESSABLE_PASSWORD', { why: guessable });
}
