import { createPhrase } from '../refusal-words/phrases.js';
import type { Field } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectType, type ParseResult } from './parse-result.js';

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

function readBoolean(_: Field, raw: unknown): ParseResult {
  if (typeof raw === 'boolean') return acceptValue(raw);
  if (typeof raw !== 'string') return notABoolean;
  const word = raw.trim().toLowerCase();
  if (word === '') return EMPTY;
  return Object.hasOwn(WORDS, word) ? acceptValue(WORDS[word]!) : notABoolean;
}

const notABoolean = rejectType(createPhrase('type.yes-or-no'), createPhrase('example.yes'));

export const booleanType: FieldTypeDefinition = {
  name: 'boolean',
  holds: 'value',
  cannotBeUnique: true,
  literal: (_, shown) => (typeof shown === 'boolean' ? shown : undefined),
  cel: () => 'bool',
  toCel: () => (stored) => (typeof stored === 'boolean' ? stored : undefined),
  known: (_, value) => (typeof value === 'boolean' ? value : undefined),
  read: readBoolean,
  isYesNo: true,
  filter: 'boolean',
  isSorted: true,
};
