// Matches what columns show: titles, numbers and dates in the locale, amounts by currency.
import { LRUCache } from 'lru-cache';
import {
  toRecordFilterPath,
  listSearchableRowColumns,
} from '#projections/read-models/records/records-read-model.js';
import type { ValueMatch } from '#projections/port/query.js';
import { matchesAllWords, splitWords } from '#projections/port/search-words.js';
import {
  getCurrencySigns,
  normalizeCurrencySign,
  removeCurrency,
} from '#specification/numbers/currency-signs.js';
import { toAsciiDigits } from '#specification/numbers/ascii-digits.js';
import { getNumberNotation } from '#specification/numbers/number-notation.js';
import { chooseDisplayLocale } from '#specification/numbers/choose-display-locale.js';
import type { Entity, Field, Specification } from '#specification/model/specification.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Scalar } from '#specification/model/stored-value.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import type { SearchTerm } from '../filters/search-plan.js';
import { parseSearchTime, type SearchTime } from './parse-search-time.js';

export interface PlainTerm extends Pick<SearchTerm, 'text' | 'words'> {
  readonly time?: SearchTime;
}

/** Group separators do not split terms. */
const PARTS = /[^\S\u00a0\u2009\u202f]+/;
const SPACE_BETWEEN_GROUPS = /(?<=\d) (?=\d{3}(?!\d))/g;

/** `28 de noviembre de 2026, 11:29 p. m.` */
const MAX_PARTS_OF_TIME = 8;

/** Entities split the same text; parsing takes up to 10 ms. */
const recentTerms = new LRUCache<string, readonly PlainTerm[]>({ max: 20 });

export function splitTerms(text: string, written: DisplayLocale): readonly PlainTerm[] {
  const key = JSON.stringify([text, written.locale, written.timeZone]);
  const known = recentTerms.get(key) ?? readTerms(text, written);
  recentTerms.set(key, known);
  return known;
}

function readTerms(text: string, written: DisplayLocale): readonly PlainTerm[] {
  const joined = groupsBySpace(written.locale) ? text.replace(SPACE_BETWEEN_GROUPS, '\u00a0') : text;
  const parts = joined.split(PARTS).filter((part) => part !== '');
  const terms = new Map<string, PlainTerm>();
  for (let index = 0; index < parts.length;) {
    const { length, term } = termAt(parts.slice(index, index + MAX_PARTS_OF_TIME), written);
    if (term.words.length > 0) terms.set(term.text, term);
    index += length;
  }
  return [...terms.values()];
}

function termAt(parts: readonly string[], written: DisplayLocale) {
  for (let { length } = parts; length > 0; length -= 1) {
    const text = parts.slice(0, length).join(' ');
    const time = parseSearchTime(text, written);
    if (time) return { length, term: { text, words: [...splitWords([text])], time } };
  }
  const [text] = parts as readonly [string];
  return { length: 1, term: { text, words: [...splitWords([text])] } };
}

function groupsBySpace(locale: string): boolean {
  const parts = new Intl.NumberFormat(chooseDisplayLocale(locale), { useGrouping: 'always' }).formatToParts(
    1_000_000,
  );
  return parts.some(({ type, value }) => type === 'group' && value.trim() === '');
}

export interface SearchedColumn {
  readonly key: string;
  readonly path: string;
  /** undefined: a property of every record. */
  readonly field?: Field;
  readonly isInRows?: true;
}

const PEOPLE = ['openedBy', 'changedBy', 'assignee'];
const MOMENTS = ['openedAt', 'changedAt', 'stateSince'];
const PROPERTIES = ['state', ...PEOPLE, ...MOMENTS];

export const isPersonColumn = ({ key, field }: SearchedColumn): boolean =>
  field ? getFieldType(field).pointsTo === 'person' : PEOPLE.includes(key);

const columnsOfEntity = new WeakMap<Entity, readonly SearchedColumn[]>();

/** Columns whose values are in the word index. */
export function listSearchedColumns({ screens }: Specification, entity: Entity): readonly SearchedColumn[] {
  const known = columnsOfEntity.get(entity);
  if (known) return known;
  const shown = new Set(
    screens
      .filter((screen) => screen.entity === entity.key)
      .flatMap(({ columns, filters }) => [...columns, ...filters]),
  );
  const columns = [...shown].flatMap((key): readonly SearchedColumn[] => {
    const field = entity.fields.find((each) => each.key === key);
    const path = toRecordFilterPath(key, entity.fields);
    if (field) return hasSingleValue(field) && field.personal === undefined ? [{ key, path, field }] : [];
    return PROPERTIES.includes(key) ? [{ key, path }] : [];
  });
  const inRows = listSearchableRowColumns(entity.fields).map(({ table, column, path }): SearchedColumn => ({
    key: table.key,
    path,
    field: column,
    isInRows: true,
  }));
  const all = [...columns, ...inRows];
  columnsOfEntity.set(entity, all);
  return all;
}

export function matchColumn(
  { key, field }: SearchedColumn,
  term: PlainTerm,
  { entity, locale }: { readonly entity: Entity; readonly locale: string },
): ValueMatch | undefined {
  if (field) return matchInField(field, term, locale);
  if (MOMENTS.includes(key)) return term.time?.moments;
  return key === 'state' ? titled(term, entity.lifecycle.states, ({ key: state }) => state) : undefined;
}

function matchInField(field: Field, term: PlainTerm, locale: string): ValueMatch | undefined {
  const { isListed, isYesNo, isDay, isMoment, isNumber } = getFieldType(field);
  if (isListed) return titled(term, field.choices, ({ value }) => value);
  // “Yes” and “no” would match every such column.
  if (isYesNo) return titled(term, [field], () => true);
  if (isDay) return term.time?.days;
  if (isMoment) return term.time?.moments;
  return isNumber ? numbersIn(field, term.text, locale) : undefined;
}

function titled<T extends { readonly title: string }>(
  { words }: PlainTerm,
  all: readonly T[],
  valueOf: (one: T) => Scalar,
): ValueMatch | undefined {
  const found = all.filter(({ title }) => matchesAllWords(words, [...splitWords([title])]));
  return found.length === 0 ? undefined : { among: new Set(found.map(valueOf)) };
}

const FRACTION = /[.,\u066b]\d{1,2}$/;
const NONE: ReadonlySet<string> = new Set();

const HAS_DIGIT = /\p{Nd}/u;

/** Integers match any fraction: 1,234 finds 1,234.50. */
function numbersIn(field: Field, text: string, locale: string): ValueMatch | undefined {
  const currency = field.currency === undefined ? NONE : getCurrencySigns(field.currency, locale);
  if (currency.has(normalizeCurrencySign(text))) return 'any';
  if (!HAS_DIGIT.test(text)) return undefined;
  const written = removeCurrency(text, currency);
  const read = getNumberNotation(field, locale).read(written, field.places);
  const units = ('units' in read ? [read.units] : read.readings).filter(Number.isSafeInteger);
  if (units.length === 0) return undefined;
  const one = 10 ** field.places;
  const [only, ...others] = units as [number, ...number[]];
  const isWhole = only % one === 0 && !FRACTION.test(toAsciiDigits(written));
  if (!isWhole || one === 1 || others.length > 0) return { among: new Set(units) };
  const rest = one - 1;
  return only < 0 ? { from: only - rest, until: only } : { from: only, until: only + rest };
}
