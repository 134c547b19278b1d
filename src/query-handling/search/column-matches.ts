// What a term of a search means in the columns of an entity, as far as its specification says so: states and choices by their titles,
// numbers as people write them, and amounts by their currency.
import { recordFilterPath } from '#projections/read-models/records/records-read-model.js';
import { isFoundAmong, wordsOf } from '#projections/port/words.js';
import { currencySigns, withoutCurrency } from '#specification/numbers/currency-signs.js';
import { notationOf } from '#specification/numbers/notation.js';
import { usableLocale } from '#specification/numbers/usable-locale.js';
import type { Entity, Field, Specification } from '#specification/specification.js';
import { isSingle, typeOf } from '#specification/field-types/type-of.js';
import type { ColumnMatch, SearchTerm } from '../search-plan.js';

/** A term before it is looked up among records and people. */
export type PlainTerm = Pick<SearchTerm, 'text' | 'words'>;

/** Some languages put these between groups of digits; they never part two terms. */
const PARTS = /[^\S\u00a0\u2009\u202f]+/;
const SPACE_BETWEEN_GROUPS = /(?<=\d) (?=\d{3}(?!\d))/g;

/** The terms of a search: what stands between spaces, each once. */
export function termsOf(text: string, locale: string): readonly PlainTerm[] {
  const joined = groupsBySpace(locale) ? text.replace(SPACE_BETWEEN_GROUPS, '\u00a0') : text;
  const parts = new Set(joined.split(PARTS).filter((part) => part !== ''));
  const terms = [...parts].map((part) => ({ text: part, words: [...wordsOf([part])] }));
  return terms.filter(({ words }) => words.length > 0);
}

function groupsBySpace(locale: string): boolean {
  const parts = new Intl.NumberFormat(usableLocale(locale), { useGrouping: 'always' }).formatToParts(
    1_000_000,
  );
  return parts.some(({ type, value }) => type === 'group' && value.trim() === '');
}

/** A column that some screen shows or filters by, and that stored records can be compared in. */
export interface SearchedColumn {
  readonly key: string;
  readonly path: string;
  /** undefined: a property of every record. */
  readonly field?: Field;
}

const PROPERTIES = ['state', 'openedBy', 'changedBy', 'assignee'];

const columnsOfEntity = new WeakMap<Entity, readonly SearchedColumn[]>();

/** Columns of the entity's screens: these have an index each. */
export function searchedColumns({ screens }: Specification, entity: Entity): readonly SearchedColumn[] {
  const known = columnsOfEntity.get(entity);
  if (known) return known;
  const shown = new Set(
    screens
      .filter((screen) => screen.entity === entity.key)
      .flatMap(({ columns, filters }) => [...columns, ...filters]),
  );
  const columns = [...shown].flatMap((key): readonly SearchedColumn[] => {
    const field = entity.fields.find((each) => each.key === key);
    const path = recordFilterPath(key, entity.fields);
    if (field) return isSingle(field) && field.personal === undefined ? [{ key, path, field }] : [];
    return PROPERTIES.includes(key) ? [{ key, path }] : [];
  });
  columnsOfEntity.set(entity, columns);
  return columns;
}

/** undefined: the column shows the term in no record, or not as its specification says. */
export function matchIn(
  { key, path, field }: SearchedColumn,
  term: PlainTerm,
  { entity, locale }: { readonly entity: Entity; readonly locale: string },
): ColumnMatch | undefined {
  if (!field)
    return key === 'state'
      ? titled(
          { key, path },
          term,
          entity.lifecycle.states.map((state) => [state.key, state.title]),
        )
      : undefined;
  const { isListed, isNumber } = typeOf(field);
  if (isListed)
    return titled(
      { key, path },
      term,
      field.choices.map(({ value, title }) => [value, title]),
    );
  const values = isNumber ? numbersIn(field, term.text, locale) : undefined;
  return values && { key, path, values };
}

function titled(
  column: Pick<ColumnMatch, 'key' | 'path'>,
  { words }: PlainTerm,
  titles: readonly (readonly [value: string, title: string])[],
): ColumnMatch | undefined {
  const found = titles.filter(([, title]) => isFoundAmong(words, [...wordsOf([title])]));
  return found.length === 0
    ? undefined
    : { ...column, values: { among: new Set(found.map(([value]) => value)) } };
}

const FRACTION = /[.,\u066b]\d{1,2}$/;
const NONE: ReadonlySet<string> = new Set();

const HAS_DIGIT = /\p{Nd}/u;

/** A number without a fraction stands for every amount that begins so: 1,234 finds 1,234.50. */
function numbersIn(field: Field, text: string, locale: string): ColumnMatch['values'] | undefined {
  const currency = field.currency === undefined ? NONE : currencySigns(field.currency, locale);
  if (currency.has(text.toUpperCase())) return 'any';
  if (!HAS_DIGIT.test(text)) return undefined;
  const written = withoutCurrency(text, currency);
  const read = notationOf(field, locale).read(written, field.places);
  const units = ('units' in read ? [read.units] : read.readings).filter(Number.isSafeInteger);
  if (units.length === 0) return undefined;
  if (FRACTION.test(written) || field.places === 0 || units.length > 1) return { among: new Set(units) };
  const rest = 10 ** field.places - 1;
  const [only] = units as [number];
  return only < 0 ? { from: only - rest, until: only } : { from: only, until: only + rest };
}
