// Text is kept as it was typed. Line ends are made one kind: browsers send CRLF for every one. Where there is one line, a line break is a
// blank, whoever sends it: a form could not show it.
import { patternOf } from '../pattern.js';
import type { Field, Limits } from '../specification.js';
import type { FieldTypeDefinition } from './field-type.js';
import { EMPTY, value, wrong, wrongType, type ParseResult } from './outcome.js';

// What types have in common whose values expressions see as text.
export const asText: Pick<FieldTypeDefinition, 'cel' | 'toCel' | 'known'> = {
  cel: () => 'string',
  toCel: () => (stored) => (typeof stored === 'string' ? stored : undefined),
  known: (_, value) => (typeof value === 'string' ? value : undefined),
};

function readText(field: Field, raw: unknown, { limits }: { readonly limits: Limits }): ParseResult {
  if (typeof raw !== 'string') return wrongType('text', 'some words');
  const lines = asKept(field, raw);
  if (lines === '') return EMPTY;
  if (!storableText(lines))
    return wrongType('text that can be kept: it holds a broken character', 'some words');
  const pattern = field.pattern === undefined ? undefined : patternOf(field.pattern);
  const max = Math.min(field.max ?? limits.text, longestFor(pattern));
  if (longerThan(lines, max)) return wrong('TOO_LONG', { max });
  if (field.min !== undefined && !longerThan(lines, field.min - 1)) {
    return wrong('TOO_SMALL', { min: `${field.min} characters` });
  }
  // The document's check has made sure that it compiles.
  if (pattern && !('fits' in pattern && pattern.fits(lines))) {
    return wrong('PATTERN', { pattern: field.pattern! });
  }
  return value(lines);
}

export function plainLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Browsers take CR and LF, and nothing else, out of an input of one line. */
function oneLine(text: string): string {
  const lines = text.split(/[\r\n]/);
  if (lines.length === 1) return text;
  return lines.filter((line) => line !== '').join(' ');
}

const asKept = ({ multiline }: Partial<Pick<Field, 'multiline'>>, text: string): string =>
  multiline === true ? plainLines(text) : oneLine(text);

/** Half a surrogate pair is no Unicode, and NUL ends texts in too many places: neither would come back as it went in. */
export function storableText(text: string): boolean {
  return !/[\p{Surrogate}\0]/u.test(text);
}

/** Counted in code points, as people count. */
export function longerThan(text: string, max: number): boolean {
  if (text.length <= max) return false;
  if (text.length > 2 * max) return true;
  let count = 0;
  for (const _ of text) if (++count > max) return true;
  return false;
}

const MAX_PATTERN_STEPS = 20_000_000;

/** A large pattern reads short texts only. */
function longestFor(pattern: ReturnType<typeof patternOf> | undefined): number {
  return pattern && 'size' in pattern ? Math.floor(MAX_PATTERN_STEPS / pattern.size) : Infinity;
}

export const text: FieldTypeDefinition = {
  name: 'text',
  holds: 'value',
  isProse: true,
  typed: (stored, _manner, field) => asKept(field, stored),
  kept: asKept,
  options: ['min', 'max', 'pattern', 'multiline'],
  ...asText,
  read: readText,
  filter: 'text',
  isSorted: true,
  isFolded: true,
  isSearched: true,
};
