// Stored as typed, with normalized line ends; single-line fields turn breaks into spaces.
import { createPhrase, createCountedPhrase } from '../refusal-words/phrases.js';
import { compilePattern } from '../values/pattern.js';
import type { Field, Limits } from '../model/specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, acceptValue, rejectValue, rejectType, type ParseResult } from './parse-result.js';

export const TEXT_CEL_CONVERSIONS: Pick<FieldTypeDefinition, 'cel' | 'toCel' | 'known'> = {
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
  const fits = !pattern || ('fits' in pattern && pattern.fits(lines));
  return fits
    ? undefined
    : rejectValue('PATTERN', { pattern: field.pattern!, advice: field.help ?? createPhrase('why.pattern') });
}

const getPattern = ({ pattern }: Field) => (pattern === undefined ? undefined : compilePattern(pattern));

export function normalizeLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

export function removeLineBreaks(text: string): string {
  const lines = text.split(/[\r\n]/);
  if (lines.length === 1) return text;
  return lines.filter((line) => line !== '').join(' ');
}

const normalizeForStorage = ({ multiline }: Partial<Pick<Field, 'multiline'>>, text: string): string =>
  multiline === true ? normalizeLines(text) : removeLineBreaks(text);

/** Lone surrogates and NUL do not survive a round trip. */
export function isStorableText(text: string): boolean {
  return !/[\p{Surrogate}\0]/u.test(text);
}

const PLAIN_LETTERS = /^[\0-\u02ff]*$/;
/** UTF-16 units of an NFC code point's longest decomposition. */
const MAX_DECOMPOSITION = 8;

/** Counts NFC code points, so that equal unique texts have equal length. */
export function isLongerThan(text: string, max: number): boolean {
  if (text.length > MAX_DECOMPOSITION * max) return true;
  const composed = PLAIN_LETTERS.test(text) ? text : text.normalize('NFC');
  if (composed.length <= max) return false;
  let count = 0;
  for (const _ of composed) if (++count > max) return true;
  return false;
}

const MAX_PATTERN_STEPS = 20_000_000;

/** Bounds the time of large patterns. */
function getMaxMatchedLength(pattern: ReturnType<typeof compilePattern> | undefined): number {
  return pattern && 'size' in pattern ? Math.floor(MAX_PATTERN_STEPS / pattern.size) : Infinity;
}

export const textType: FieldTypeDefinition = {
  name: 'text',
  holds: 'value',
  isProse: true,
  typed: (stored, _manner, field) => normalizeForStorage(field, stored),
  normalize: normalizeForStorage,
  options: ['min', 'max', 'pattern', 'multiline'],
  ...TEXT_CEL_CONVERSIONS,
  read: readText,
  filter: 'text',
  isSorted: true,
  isFolded: true,
  isSearched: true,
};
