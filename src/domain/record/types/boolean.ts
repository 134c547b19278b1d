// Yes and no, as forms, people and programs say them.
import type { Field } from '#specification/specification.js';
import { EMPTY, value, wrongType, type Outcome } from './outcome.js';

const WORDS: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

export function readBoolean(_: Field, raw: unknown): Outcome {
  if (typeof raw === 'boolean') return value(raw);
  if (typeof raw !== 'string') return notABoolean;
  const word = raw.trim().toLowerCase();
  if (word === '') return EMPTY;
  return Object.hasOwn(WORDS, word) ? value(WORDS[word]!) : notABoolean;
}

const notABoolean = wrongType('yes or no', 'yes');
