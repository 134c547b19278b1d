// The same for every adapter.
import { foldText } from '#specification/values/fold-text.js';
import { getValuesAt } from './query.js';
import {
  isRestrictedPath,
  isRowValuesPath,
  listRowValueWords,
  removePathMarker,
  toRestrictedWord,
} from './row-value-words.js';

const ASCII = /^[\x00-\x7f]*$/;
/** Excludes private characters, which encode signs and row values. */
const WORDS = /(?:(?![\ue000-\ue00f])[\p{L}\p{N}\p{Co}])(?:(?![\ue000-\ue00f])[\p{L}\p{N}\p{M}\p{Co}])*/gu;
const PICTURES = /[\p{So}\u{1f3fb}-\u{1f3ff}]/gu;
/** Scripts without spaces: each character is a word. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const SIGN = '\ue000';
const LONGEST = 64;
const MOST = 20_000;

export function toSortKey(text: string): string {
  return foldText(text.length > 200 ? text.slice(0, 200) : text);
}

export function toNaturalSortKey(text: string): string {
  return toSortKey(text).replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

/** Runs of letters and digits; pictures singly; other runs (`...`) as they are. A UUID is one word. */
export function splitWords(texts: Iterable<string>): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    if (words.size >= MOST) break;
    if (ASCII.test(text)) addAsciiWords(text, words);
    else addUnicodeWords(text, words);
  }
  return words;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const SIGNS_ALONE = /(?:^|\s)[^a-z0-9\s]+(?=\s|$)/g;

const recent = new Map<string, readonly string[]>();
const SHORT = 40;
const REMEMBERED = 5_000;

function addAsciiWords(text: string, words: Set<string>): void {
  let found = recent.get(text);
  if (found === undefined) {
    found = splitAscii(text.toLowerCase());
    if (recent.size >= REMEMBERED) recent.clear();
    if (text.length <= SHORT) recent.set(text, found);
  }
  for (const word of found) words.add(word);
}

function splitAscii(text: string): readonly string[] {
  if (text.length === 36 && ID.test(text)) return [text.replaceAll('-', '')];
  // Long texts repeat words.
  const words = new Set(text.match(/[a-z0-9]+/g));
  const signs = new Set(/[^a-z0-9\s]/.test(text) ? text.match(SIGNS_ALONE) : []);
  return [...Array.from(words, truncateWord), ...Array.from(signs, (each) => encodeSign(each.trim()))];
}

function addUnicodeWords(text: string, words: Set<string>): void {
  for (const chunk of new Set(text.split(/\s+/))) {
    if (!chunk) continue;
    const plain = foldText(chunk);
    const found = [
      ...(plain.match(WORDS) ?? []).flatMap(splitUnspaced),
      ...(plain.match(PICTURES) ?? []).map(encodeSign),
    ];
    for (const word of found.length > 0 ? found : [encodeSign(plain.trim() || chunk.toWellFormed())])
      words.add(word);
  }
}

function splitUnspaced(word: string): string[] {
  return UNSPACED.test(word) ? Array.from(word, truncateWord) : [truncateWord(word)];
}

function truncateWord(word: string): string {
  return word.length > LONGEST ? word.slice(0, LONGEST).toWellFormed() : word;
}

/** Hexadecimal behind a private character is safe in every query language. */
function encodeSign(chunk: string): string {
  return SIGN + Array.from(chunk.slice(0, 16), (c) => c.codePointAt(0)!.toString(16)).join('z');
}

export function listSearchWords(document: unknown, paths: readonly string[]): Set<string> {
  const words = paths.map((path) => {
    if (isRowValuesPath(path)) return listRowValueWords(document, path);
    const own = splitWords(collectStrings(getValuesAt(document, removePathMarker(path))));
    return isRestrictedPath(path)
      ? Array.from(own, (word) => toRestrictedWord(removePathMarker(path), word))
      : own;
  });
  return new Set(words.flatMap((each) => [...each]));
}

/** As in the engines, by prefix. */
export const matchesAllWords = (searched: readonly string[], words: readonly string[]): boolean =>
  searched.every((word) => words.some((each) => each.startsWith(word)));

/** Leaves out sealed values. */
export function collectStrings(value: unknown): readonly string[] {
  const strings: string[] = [];
  collectInto(value, strings);
  return strings;
}

function collectInto(value: unknown, strings: string[]): void {
  if (typeof value === 'string') strings.push(value);
  else if (Array.isArray(value)) for (const item of value) collectInto(item, strings);
  else if (typeof value === 'object' && value !== null && !('sealed' in value))
    for (const item of Object.values(value)) collectInto(item, strings);
}
