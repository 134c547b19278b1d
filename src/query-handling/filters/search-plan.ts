// A search as it is put to one entity's records: each of its terms is looked for in the words of a record, and in what its columns show
// without holding it: titles of other records, names of people, states, choices, numbers, days and moments, and what is answered by yes.
import {
  getValueAt,
  getValuesAt,
  type Comparison,
  type Filter,
  type ValueMatch,
} from '#projections/port/query.js';
import { listSearchWords, matchesAllWords, splitWords } from '#projections/port/search-words.js';
import type { Scalar } from '#specification/model/stored-value.js';
import { EVERYTHING } from './condition-to-filter.js';

/** A column in which a term is found by its values. */
export interface ColumnMatch {
  /** The column: a field's key, or a property such as `state`. */
  readonly key: string;
  /** Where the column is in a stored record. */
  readonly path: string;
  readonly values: ValueMatch;
  /** The path leads through rows: one of them is enough. */
  readonly isInRows?: true;
}

export interface SearchTerm {
  readonly text: string;
  /** Folded, as they are stored. */
  readonly words: readonly string[];
  /** The term as numbers of the records have its digits: `0148` for `148`. undefined: the term itself. */
  readonly asNumber?: string;
  readonly matches: readonly ColumnMatch[];
}

export interface SearchPlan {
  /** None: nothing is searched for. */
  readonly terms: readonly SearchTerm[];
  /** Leaves in every record that may be found. */
  readonly filter: Filter;
  /** Columns whose values take part. */
  readonly columns: ReadonlySet<string>;
  /** Terms that fit more titles or names than are looked for, and what of: “a” among Suppliers. */
  readonly incomplete: readonly IncompleteTerm[];
}

export interface IncompleteTerm {
  readonly text: string;
  /** Plural, such as `Suppliers`. */
  readonly among: string;
}

export const NO_SEARCH: SearchPlan = { terms: [], filter: EVERYTHING, columns: new Set(), incomplete: [] };

/** `restrictedPaths`: what is searched restrictedPaths, as far as the person who searches may read it. */
export function createSearchPlan(
  terms: readonly SearchTerm[],
  incomplete: readonly IncompleteTerm[] = [],
  restrictedPaths: readonly string[] = [],
): SearchPlan {
  const columns = new Set(terms.flatMap(({ matches }) => matches.map(({ key }) => key)));
  return { terms, filter: filterOf(terms, restrictedPaths), columns, incomplete };
}

/** What is found by words alone stays one search of the index of words. */
function filterOf(terms: readonly SearchTerm[], restrictedPaths: readonly string[]): Filter {
  const isPlain = ({ matches, asNumber }: SearchTerm) => matches.length === 0 && asNumber === undefined;
  const plain = terms.filter(isPlain).map(({ text }) => text);
  const parts: Filter[] = terms
    .filter((term) => !isPlain(term))
    .map(({ text, asNumber, matches }) => ({
      $or: [...listSearchedTexts(text, asNumber, restrictedPaths), ...matches.map(filterOfMatch)],
    }));
  if (plain.length > 0) parts.unshift({ $text: { text: plain.join(' '), restrictedPaths } });
  return parts.length === 1 ? parts[0]! : parts.length === 0 ? EVERYTHING : { $and: parts };
}

/** Filters that find a term by the words of a record, in either way its digits are written. */
export const listSearchedTexts = (
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

/** What one person sees of a record, as far as a search goes by it. */
interface SearchedRecord {
  readonly document: unknown;
  readonly title: string;
  readonly number: string | null;
  readonly hidden: ReadonlySet<string>;
  /** Paths of visible texts. */
  readonly paths: readonly string[];
}

/** Whether every term is in what is visible. What no search looks into does not count: only what is hidden could have led to it. */
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

/** Whether a term is among the words, in either way its digits are written. */
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
