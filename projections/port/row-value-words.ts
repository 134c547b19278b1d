// Values in rows become search words, which typed text never yields (see `splitWords`).
import { getValuesAt, type ValueMatch } from './query.js';

/** Marks a path whose values, not words, are indexed. */
const VALUES = '=';

export const toRowValuesPath = (path: string): string => path + VALUES;

export const isRowValuesPath = (path: string): boolean => path.endsWith(VALUES);

/** A document with the value has one of these words. */
export interface ValueWords {
  readonly whole: readonly string[];
  readonly beginnings: readonly string[];
}

/** Marks a path that is searched only on request. */
const APART = '~';

export const toRestrictedPath = (path: string): string => path + APART;

export const isRestrictedPath = (path: string): boolean => path.endsWith(APART);

export const removePathMarker = (path: string): string => (/[~=]$/.test(path) ? path.slice(0, -1) : path);

/** Only a search naming the path finds it. */
export const toRestrictedWord = (path: string, word: string): string => `${wordPrefix(path)}w${word}`;

const MARK = '\ue001';
const [HYPHEN, POINT, OTHER] = ['\ue002', '\ue003', '\ue004'];
const MOST = 20_000;
const LONGEST = 200;

export function listRowValueWords(document: unknown, path: string): readonly string[] {
  const plain = removePathMarker(path);
  const start = wordPrefix(plain);
  return getValuesAt(document, plain)
    .slice(0, MOST)
    .flatMap((value) => toValueWords(start, value));
}

/** Values of another type match nothing, without an error. */
export function toMatchWords(path: string, match: ValueMatch): ValueWords {
  const start = wordPrefix(path);
  if (match === 'any') return { whole: [], beginnings: [start] };
  if ('among' in match)
    return { whole: [...match.among].flatMap((value) => toValueWords(start, value)), beginnings: [] };
  const [from, until] = [toWholeNumber(match.from), toWholeNumber(match.until)];
  const parts = from === undefined || until === undefined ? [] : splitRange(from, until);
  const written = ({ isWhole }: RangePart) => isWhole;
  return {
    whole: parts.filter(written).map(({ text }) => start + text),
    beginnings: parts.filter((part) => !written(part)).map(({ text }) => start + text),
  };
}

const wordPrefix = (path: string) => `${MARK}${encodeSigns(path)}${MARK}`;

function toValueWords(start: string, value: unknown): readonly string[] {
  if (typeof value === 'boolean') return [`${start}${value}`];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const number = toWholeNumber(value);
  if (number !== undefined) return [start + encodeSigned(number)];
  return typeof value === 'string' ? [`${start}t${encodeSigns(value.slice(0, LONGEST))}`] : [];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const MINUTE = 60_000;

/** Days as `20261128`, instants in minutes. */
function toWholeNumber(value: string | number): number | undefined {
  const number =
    typeof value === 'number'
      ? value
      : DAY.test(value)
        ? Number(value.replaceAll('-', ''))
        : MOMENT.test(value)
          ? Math.floor(Date.parse(value) / MINUTE)
          : NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/** Prefixed with the number of digits, so that prefixes are ranges. */
const encodeSigned = (number: number): string =>
  number < 0 ? `n${encodeDigits(-number)}` : `p${encodeDigits(number)}`;

const encodeDigits = (number: number, shown = 0): string => {
  const text = String(number);
  return String.fromCharCode(0x61 + text.length) + text.slice(0, text.length - shown);
};

interface RangePart {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The fewest prefixes that cover a range: 120 to 209 are 12 to 20. */
function splitRange(from: number, until: number): readonly RangePart[] {
  if (from >= 0) return splitPositiveRange('p', from, until);
  const below = splitPositiveRange('n', Math.max(1, -until), -from);
  return until < 0 ? below : [...below, ...splitPositiveRange('p', 0, until)];
}

function splitPositiveRange(sign: 'p' | 'n', from: number, until: number): readonly RangePart[] {
  const parts: RangePart[] = [];
  for (let low = from; low <= until;) {
    let zeros = 0;
    while (low > 0 && low % 10 ** (zeros + 1) === 0 && low + 10 ** (zeros + 1) - 1 <= until) zeros += 1;
    parts.push({ text: sign + encodeDigits(low, zeros), isWhole: zeros === 0 });
    low += 10 ** zeros;
  }
  return parts;
}

const SIGNS = /[^a-z0-9]/gu;

/** ASCII and private characters, which both engines keep. */
const encodeSigns = (text: string): string =>
  text.replace(SIGNS, (sign) =>
    sign === '-' ? HYPHEN! : sign === '.' ? POINT! : `${OTHER!}${sign.codePointAt(0)!.toString(16)}${OTHER!}`,
  );
