// The address of a list ↔ what it asks for: `?state=draft&amount.from=100&q=paper&sort=-amount&after=…`.
import { FIND, LONGER_THAN, TYPED, WAITS_FOR } from '#views/addresses.js';
import {
  findFilterPath,
  findSortPath,
  type FieldFilter,
  type ListQuery,
  type SortOrder,
} from '#query-handling/lists/list-query.js';
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { isLocaleOfForms } from '../language.js';
import { parseAmong } from './filter-values.js';
import type { Translate } from '#views/messages/translate.js';
import { rangeEnds, filterName, readAge, readRange, SHOWN, type RangeEnds } from './range-filters.js';
import type { FilterKind } from '#specification/field-types/field-type.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';

export interface ListAddress {
  readonly query: Omit<ListQuery, 'limit'>;
  /** Only what waits for the approval of whoever asks. */
  readonly waitsForViewer: boolean;
  /** What was asked for and understood, to be put into links and into the form again. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Filter → what is searched for among its values. */
  readonly searches: ReadonlyMap<string, string>;
  /** What was left out, in words. */
  readonly ignored: readonly string[];
}

/** In the address of an export: cells as they are stored, formulas too. No field can have a name with a hyphen. */
export const RAW = 'as-stored';
/** `?csv=excel`: as Excel of the application's language opens it. */
export const FLAVOUR = 'csv';
export const EXCEL = 'excel';

const RESERVED = new Set(['q', 'sort', 'after', 'before', RAW, FLAVOUR, TYPED, WAITS_FOR]);
/** More than anybody types; less than what would make a filter slow. */
const LONGEST = 500;
const MOST_VALUES = 100;

/** `age`: how long it has been so. */
export type ListFilterKind = FilterKind | 'age';

const PROPERTY_KINDS: Readonly<Record<string, ListFilterKind>> = {
  number: 'text',
  title: 'text',
  state: 'choice',
  openedBy: 'user',
  changedBy: 'user',
  assignee: 'user',
  stateSince: 'age',
  openedAt: 'dates',
  changedAt: 'dates',
};

/** How a column is filtered by; undefined: not at all. */
export function filterKind(entity: Entity, key: string): ListFilterKind | undefined {
  if (findFilterPath(entity, key) === undefined) return undefined;
  const field = entity.fields.find((each) => each.key === key);
  return field ? getFieldType(field).filter : PROPERTY_KINDS[key];
}

interface ListAddressContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  /** Fields the viewer may see in every record: only by these may they filter and sort. */
  readonly open: (key: string) => boolean;
  /** ISO 8601: ages are counted back from here. */
  readonly now: string;
  /** The locale of the person's forms, which numbers typed into one are written in; undefined: plainly, as all others are. */
  readonly locale?: string;
  /** Whether messages call filters by their titles. */
  readonly isPage?: boolean;
  /** Says what was left out. */
  readonly t: Translate;
}

/** Reads the query part of an address. What it does not know is left out and said. */
export function readListAddress(parameters: URLSearchParams, on: ListAddressContext): ListAddress {
  const asking: ListAddressContext = {
    ...on,
    locale: localeIn(parameters, on),
    isPage: on.locale !== undefined,
  };
  const ignored: string[] = [];
  const values = new Map<string, readonly string[]>();
  const filters: FieldFilter[] = [];
  for (const key of filterKeys(parameters)) {
    const filter = readFilter(key, parameters, asking);
    if (typeof filter === 'string') ignored.push(filter);
    else if (filter) filters.push(filter);
    if (typeof filter === 'object') keep(key, parameters, values);
    if (typeof filter === 'object') keepPlainly(filter, asking.entity, values);
  }
  const search = (parameters.get('q') ?? '').trim().slice(0, LONGEST);
  if (search !== '') values.set('q', [search]);
  const waitsForViewer = readWaitsFor(parameters.get(WAITS_FOR), asking, ignored);
  if (waitsForViewer) values.set(WAITS_FOR, [ME]);
  const sort = readSorting(parameters.get('sort'), asking, ignored);
  if (parameters.get('sort')) values.set('sort', [`${sort.descending ? '-' : ''}${sort.field}`]);
  return {
    query: { filters, search, sort, ...readCursor(parameters) },
    waitsForViewer,
    values,
    searches: searchesIn(parameters),
    ignored,
  };
}

/** The form may have been opened before another language was chosen. undefined: numbers are written plainly. */
function localeIn(
  parameters: URLSearchParams,
  { locale, specification }: ListAddressContext,
): string | undefined {
  const written = parameters.get(TYPED);
  if (written === null || locale === undefined) return undefined;
  return isLocaleOfForms(written, specification) ? written : locale;
}

function searchesIn(query: URLSearchParams): ReadonlyMap<string, string> {
  const named = [...query].filter(([name, text]) => name.startsWith(`${FIND}.`) && text.trim() !== '');
  return new Map(named.map(([name, text]) => [name.slice(FIND.length + 1), text.trim().slice(0, LONGEST)]));
}

/** The address with some values changed (undefined removes). Cursors never carry over. */
export function writeListAddress(
  path: string,
  values: ListAddress['values'],
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  const params = new URLSearchParams();
  for (const [key, texts] of values)
    if (!Object.hasOwn(changed, key)) texts.forEach((text) => params.append(key, text));
  for (const [key, text] of Object.entries(changed)) if (text !== undefined) params.append(key, text);
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}

const ME = 'me';

function readWaitsFor(
  parameter: string | null,
  { screen: { kind }, t }: Pick<ListAddressContext, 'screen' | 't'>,
  ignored: string[],
): boolean {
  if (parameter === null || parameter === '') return false;
  if (kind !== 'list') ignored.push(t('filter.unknown', { name: WAITS_FOR }));
  else if (parameter !== ME) ignored.push(t('filter.waitsForMe', { filter: `${WAITS_FOR}=${ME}` }));
  return kind === 'list' && parameter === ME;
}

const withoutEnd = (name: string): string => name.replace(/\.(from|until|longerThan)$/, '');

function filterKeys(query: URLSearchParams): readonly string[] {
  const keys = [...query.keys()].filter(
    (name) =>
      !RESERVED.has(name) &&
      !name.startsWith(`${FIND}.`) &&
      query.getAll(name).some((text) => text.trim() !== ''),
  );
  return [...new Set(keys.map(withoutEnd))];
}

function keep(key: string, query: URLSearchParams, values: Map<string, readonly string[]>): void {
  for (const name of [key, `${key}.from`, `${key}.until`, `${key}.${LONGER_THAN}`]) {
    const texts = query.getAll(name).filter((text) => text !== '');
    if (texts.length > 0) values.set(name, texts);
  }
}

/** Numbers are put into links plainly, however they were typed. */
function keepPlainly(filter: FieldFilter, { fields }: Entity, values: Map<string, readonly string[]>): void {
  const places = fields.find(({ key }) => key === filter.field)?.places ?? 0;
  for (const end of ['from', 'until'] as const) {
    const units = rangeEnds(filter)[end];
    if (typeof units === 'number')
      values.set(`${filter.field}.${end}`, [PLAIN_NOTATION.write(units, places)]);
  }
}

const OF_EVERY_LIST = new Set(['state', 'stateSince']);

/** The filter; in words, why there is none. */
function readFilter(key: string, query: URLSearchParams, asking: ListAddressContext): FieldFilter | string {
  const { entity, screen, open, t } = asking;
  const listed = OF_EVERY_LIST.has(key) || screen.filters.includes(key) || screen.columns.includes(key);
  const kind = listed && open(key) ? filterKind(entity, key) : undefined;
  if (kind === undefined) return t('filter.unknown', { name: key.slice(0, SHOWN) });
  const texts = query.getAll(key).filter((text) => text !== '');
  const ends: RangeEnds = [query.get(`${key}.from`) ?? '', query.get(`${key}.until`) ?? ''];
  if ([...texts, ...ends].some((text) => text.length > LONGEST))
    return t('filter.tooLong', { name: filterName(key, asking) });
  const read = (): FieldFilter | string | undefined => {
    if (kind === 'age') return readAge(key, query.get(`${key}.${LONGER_THAN}`) ?? '', ends, asking);
    return kind === 'range' || kind === 'dates' ? readRange(key, ends, asking) : readValues(key, kind, texts);
  };
  return read() ?? t('filter.notUnderstood', { name: filterName(key, asking) });
}

function readValues(key: string, kind: FilterKind, texts: readonly string[]): FieldFilter | undefined {
  if (texts.length === 0 || texts.length > MOST_VALUES) return undefined;
  if (kind === 'text') return { field: key, begins: texts[0]!.trim() };
  const among = parseAmong(kind, texts);
  return among && { field: key, among };
}

function readSorting(
  parameter: string | null,
  { entity, screen, open, t }: ListAddressContext,
  ignored: string[],
): SortOrder {
  if (parameter === null || parameter === '') return sortable(screen.sort, entity, open);
  const sort = { field: parameter.replace(/^-/, ''), descending: parameter.startsWith('-') };
  if (open(sort.field) && findSortPath(entity, sort.field) !== undefined) return sort;
  ignored.push(t('filter.notSorted', { name: sort.field.slice(0, SHOWN) }));
  return sortable(screen.sort, entity, open);
}

/** The screen's own sorting, where the viewer may sort so: an order would tell what is hidden. */
function sortable(sort: SortOrder, entity: Entity, open: ListAddressContext['open']): SortOrder {
  return open(sort.field) && findSortPath(entity, sort.field) !== undefined
    ? sort
    : { field: 'openedAt', descending: true };
}

function readCursor(query: URLSearchParams): Pick<ListQuery, 'cursor' | 'backwards'> {
  const [after, before] = [query.get('after'), query.get('before')];
  if (after) return { cursor: after };
  return before ? { cursor: before, backwards: true } : {};
}
