// Stores text as typed, with normalized line ends (browsers send CRLF); in single-line fields a line break becomes a space.
import { createPhrase, createCountedPhrase } from '../refusal-words/message-parameters.js';
import { compilePattern } from '../values/pattern.js';
import type { Field, Limits } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectValue, rejectType, type ParseResult } from './parse-result.js';

// Shared by field types that are text in expressions.
export const TEXT_EXPRESSIONS: Pick<FieldTypeDefinition, 'cel' | 'toCel' | 'known'> = {
  cel: () => 'string',
  toCel: () => (stored) => (typeof stored === 'string' ? stored : undefined),
  known: (_, value) => (typeof value === 'string' ? value : undefined),
};

function readText(field: Field, raw: unknown, { limits }: { readonly limits: Limits }): ParseResult {
  if (typeof raw !== 'string') return rejectType(createPhrase('type.text'), createPhrase('example.words'));
  const lines = normalizeForStorage(field, raw);
  if (lines === '') return EMPTY;
  if (!isStorableText(lines))
    return rejectType(createPhrase('type.broken-text'), createPhrase('example.words'));
  return checkLength(field, lines, limits) ?? checkPattern(field, lines) ?? acceptValue(lines);
}

function checkLength(field: Field, lines: string, limits: Limits): ParseResult | undefined {
  const longest = getMaxMatchedLength(getPattern(field));
  const max = Math.min(field.max ?? limits.text, longest);
  if (isLongerThan(lines, max) || lines.length > 2 * longest) return rejectValue('TOO_LONG', { max });
  if (field.min === undefined || isLongerThan(lines, field.min - 1)) return undefined;
  return rejectValue('TOO_SMALL', { min: createCountedPhrase('characters', field.min) });
}

function checkPattern(field: Field, lines: string): ParseResult | undefined {
  const pattern = getPattern(field);
  // The document's check has made sure that it compiles.
  const fits = !pattern || ('fits' in pattern && pattern.fits(lines));
  return fits
    ? undefined
    : rejectValue('PATTERN', { pattern: field.pattern!, advice: field.help ?? createPhrase('why.pattern') });
}

const getPattern = ({ pattern }: Field) => (pattern === undefined ? undefined : compilePattern(pattern));

export function normalizeLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Browsers take CR and LF, and nothing else, out of an input of one line. */
export function removeLineBreaks(text: string): string {
  const lines = text.split(/[\r\n]/);
  if (lines.length === 1) return text;
  return lines.filter((line) => line !== '').join(' ');
}

const normalizeForStorage = ({ multiline }: Partial<Pick<Field, 'multiline'>>, text: string): string =>
  multiline === true ? normalizeLines(text) : removeLineBreaks(text);

/** Half a surrogate pair is no Unicode, and NUL ends texts in too many places: neither would come back as it went in. */
export function isStorableText(text: string): boolean {
  return !/[\p{Surrogate}\0]/u.test(text);
}

/** Texts in which a letter has no other spelling. */
const PLAIN_LETTERS = /^[\0-\u02ff]*$/;
/** UTF-16 units that one code point of NFC may be made of elsewhere. */
const LONGEST_SPELLING = 8;

/** Counted in code points of NFC, so that texts which look alike, and are the same to `unique`, are equally long. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length > LONGEST_SPELLING * max) return true;
  const composed = PLAIN_LETTERS.test(text) ? text : text.normalize('NFC');
  if (composed.length <= max) return false;
  let count = 0;
  for (const _ of composed) if (++count > max) return true;
  return false;
}

const MAX_PATTERN_STEPS = 20_000_000;

/** A large pattern reads short texts only. */
function getMaxMatchedLength(pattern: ReturnType<typeof compilePattern> | undefined): number {
  return pattern && 'size' in pattern ? Math.floor(MAX_PATTERN_STEPS / pattern.size) : Infinity;
}

export const textType: FieldTypeDefinition = {
  name: 'text',
  holds: 'value',
  isProse: true,
  typed: (stored, _manner, field) => normalizeForStorage(field, stored),
  kept: normalizeForStorage,
  options: ['min', 'max', 'pattern', 'multiline'],
  ...TEXT_EXPRESSIONS,
  read: readText,
  filter: 'text',
  isSorted: true,
  isFolded: true,
  isSearched: true,
};
