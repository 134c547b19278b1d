// Values in rows of a document, written as words, so that the index of words finds them too: ids, choices, yes and no, numbers, days and
// moments. Nothing that is typed comes to such a word: see `wordsOf`.
import { valuesAt, type ValueMatch } from './query.js';

/** Ends a path of `CollectionShape.text` whose values are found, and not their words. */
const VALUES = '=';

export const valuesPath = (path: string): string => path + VALUES;

export const isValuesPath = (path: string): boolean => path.endsWith(VALUES);

/** Words of which a document has one if it has such a value. */
export interface ValueWords {
  readonly whole: readonly string[];
  /** How a word may begin. */
  readonly beginnings: readonly string[];
}

/** Ends a path of `CollectionShape.text` whose words are found only where a search names the path. */
const APART = '~';

export const apartPath = (path: string): string => path + APART;

export const isApartPath = (path: string): boolean => path.endsWith(APART);

export const withoutEnd = (path: string): string => (/[~=]$/.test(path) ? path.slice(0, -1) : path);

/** A word of a text at a path, which nothing finds that does not name the path. */
export const wordApart = (path: string, word: string): string => `${startOf(path)}w${word}`;

const MARK = '\ue001';
const [HYPHEN, POINT, OTHER] = ['\ue002', '\ue003', '\ue004'];
const MOST = 20_000;
const LONGEST = 200;

/** `path`: with its end. */
export function rowWords(document: unknown, path: string): readonly string[] {
  const plain = withoutEnd(path);
  const start = startOf(plain);
  return valuesAt(document, plain)
    .slice(0, MOST)
    .flatMap((value) => wordOf(start, value));
}

/** Throws no error for a value of another type: nothing is found by it. */
export function wordsOfMatch(path: string, match: ValueMatch): ValueWords {
  const start = startOf(path);
  if (match === 'any') return { whole: [], beginnings: [start] };
  if ('among' in match)
    return { whole: [...match.among].flatMap((value) => wordOf(start, value)), beginnings: [] };
  const [from, until] = [wholeNumber(match.from), wholeNumber(match.until)];
  const parts = from === undefined || until === undefined ? [] : partsOf(from, until);
  const written = ({ isWhole }: Part) => isWhole;
  return {
    whole: parts.filter(written).map(({ text }) => start + text),
    beginnings: parts.filter((part) => !written(part)).map(({ text }) => start + text),
  };
}

const startOf = (path: string) => `${MARK}${encoded(path)}${MARK}`;

function wordOf(start: string, value: unknown): readonly string[] {
  if (typeof value === 'boolean') return [`${start}${value}`];
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const number = wholeNumber(value);
  if (number !== undefined) return [start + signed(number)];
  return typeof value === 'string' ? [`${start}t${encoded(value.slice(0, LONGEST))}`] : [];
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const MINUTE = 60_000;

/** Days as `20261128`, moments in minutes, which is what pages show. */
function wholeNumber(value: string | number): number | undefined {
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

/** Behind how many digits it has, so that what begins alike is one range. */
const signed = (number: number): string => (number < 0 ? `n${digits(-number)}` : `p${digits(number)}`);

const digits = (number: number, shown = 0): string => {
  const text = String(number);
  return String.fromCharCode(0x61 + text.length) + text.slice(0, text.length - shown);
};

interface Part {
  readonly text: string;
  readonly isWhole: boolean;
}

/** The fewest beginnings that all whole numbers of a range have, and no other: 120 to 209 are those of 12 to 20. */
function partsOf(from: number, until: number): readonly Part[] {
  if (from >= 0) return partsAbove('p', from, until);
  const below = partsAbove('n', Math.max(1, -until), -from);
  return until < 0 ? below : [...below, ...partsAbove('p', 0, until)];
}

function partsAbove(sign: 'p' | 'n', from: number, until: number): readonly Part[] {
  const parts: Part[] = [];
  for (let low = from; low <= until;) {
    let zeros = 0;
    while (low > 0 && low % 10 ** (zeros + 1) === 0 && low + 10 ** (zeros + 1) - 1 <= until) zeros += 1;
    parts.push({ text: sign + digits(low, zeros), isWhole: zeros === 0 });
    low += 10 ** zeros;
  }
  return parts;
}

const SIGNS = /[^a-z0-9]/gu;

/** Letters and digits of ASCII, which both engines leave as they are, and private characters. */
const encoded = (text: string): string =>
  text.replace(SIGNS, (sign) =>
    sign === '-' ? HYPHEN! : sign === '.' ? POINT! : `${OTHER!}${sign.codePointAt(0)!.toString(16)}${OTHER!}`,
  );
