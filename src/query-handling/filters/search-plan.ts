// Terms match a record's words and columns that show more than they store, such as titles of references.
import {
  getValueAt,
  getValuesAt,
  type Comparison,
  type Filter,
  type ValueMatch,
} from '#projections/port/query.js';
import { listSearchWords, matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { MATCHES_ALL } from './condition-to-filter.js';

export interface ColumnMatch {
  readonly key: string;
  readonly path: string;
  readonly values: ValueMatch;
  readonly isInRows?: true;
}

export interface SearchTerm {
  readonly text: string;
  /** Folded, as stored. */
  readonly words: readonly string[];
  /** `148` → `0148` */
  readonly asNumber?: string;
  readonly matches: readonly ColumnMatch[];
}

export interface SearchPlan {
  readonly terms: readonly SearchTerm[];
  /** A superset of the matches. */
  readonly filter: Filter;
  readonly columns: ReadonlySet<string>;
  /** Terms with more candidates than are looked up. */
  readonly incomplete: readonly IncompletelySearchedTerm[];
}

export interface IncompletelySearchedTerm {
  readonly text: string;
  /** `Suppliers` */
  readonly among: string;
}

export const NO_SEARCH: SearchPlan = { terms: [], filter: MATCHES_ALL, columns: new Set(), incomplete: [] };

/** Paths that the viewer may read. */
export function createSearchPlan(
  terms: readonly SearchTerm[],
  incomplete: readonly IncompletelySearchedTerm[] = [],
  restrictedPaths: readonly string[] = [],
): SearchPlan {
  const columns = new Set(terms.flatMap(({ matches }) => matches.map(({ key }) => key)));
  return { terms, filter: filterOf(terms, restrictedPaths), columns, incomplete };
}

/** One search of the word index. */
function filterOf(terms: readonly SearchTerm[], restrictedPaths: readonly string[]): Filter {
  const isPlain = ({ matches, asNumber }: SearchTerm) => matches.length === 0 && asNumber === undefined;
  const plain = terms.filter(isPlain).map(({ text }) => text);
  const parts: Filter[] = terms
    .filter((term) => !isPlain(term))
    .map(({ text, asNumber, matches }) => ({
      $or: [...createTextFilters(text, asNumber, restrictedPaths), ...matches.map(filterOfMatch)],
    }));
  if (plain.length > 0) parts.unshift({ $text: { text: plain.join(' '), restrictedPaths } });
  return parts.length === 1 ? parts[0]! : parts.length === 0 ? MATCHES_ALL : { $and: parts };
}

export const createTextFilters = (
  text: string,
  asNumber: string | undefined,
  restrictedPaths: readonly string[],
): readonly Filter[] =>
  (asNumber === undefined ? [text] : [text, asNumber]).map((each) => ({
    $text: { text: each, restrictedPaths },
  }));

function filterOfMatch({ path, values, isInRows }: ColumnMatch): Filter {
  return isInRows ? { $rows: { path, match: values } } : { [path]: comparisonOf(values) };
}

function comparisonOf(values: ValueMatch): Comparison {
  if (values === 'any') return { $ne: null };
  return 'among' in values ? { $in: [...values.among] } : { $gte: values.from, $lte: values.until };
}

interface SearchedRecord {
  readonly document: unknown;
  readonly title: string;
  readonly number: string | null;
  readonly hidden: ReadonlySet<string>;
  readonly paths: readonly string[];
}

/** Each term must be in visible content, as hidden content may have matched. */
export function matchesSearch({ terms }: SearchPlan, record: SearchedRecord): boolean {
  const { document, title, number, hidden, paths } = record;
  const words = [...splitWords([title, number ?? '']), ...listSearchWords(document, paths)];
  const isShown = ({ key, path, values, isInRows }: ColumnMatch) =>
    !hidden.has(key) &&
    (isInRows ? getValuesAt(document, path) : [getValueAt(document, path)]).some((value) =>
      isAmong(values, value),
    );
  return terms.every((term) => matchesTerm(term, words) || term.matches.some(isShown));
}

export const matchesTerm = (
  { words, asNumber }: Pick<SearchTerm, 'words' | 'asNumber'>,
  among: readonly string[],
): boolean =>
  matchesAllWords(words, among) ||
  (asNumber !== undefined && matchesAllWords([...splitWords([asNumber])], among));

function isAmong(values: ValueMatch, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'object') return false;
  if (values === 'any') return true;
  if ('among' in values) return values.among.has(value as Scalar);
  return typeof value === typeof values.from && values.from <= value && value <= values.until;
}
