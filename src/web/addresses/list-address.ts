// `?state=draft&amount.from=100&q=paper&sort=-amount&after=…`
import {
  RECORD_IDS_PARAMETER,
  COLUMNS_PARAMETER,
  CHOICE_SEARCH_INPUT,
  FROM_ROW_PARAMETER,
  LONGER_THAN_SUFFIX,
  NUMBER_LOCALE_PARAMETER,
  OPEN_PANEL_PARAMETER,
  OPEN_VIEW_PARAMETER,
  WAITS_FOR_PARAMETER,
} from '#views/addresses.js';
import {
  RECORD_FILTER,
  findFilterPath,
  findSortPath,
  type FieldFilter,
  type ListQuery,
  type SortOrder,
} from '#query-handling/lists/list-query.js';
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import type { Entity, Screen, Specification } from '#specification/model/specification.js';
import { isLocaleOfForms } from '../language.js';
import { parseChosenValues } from './filter-values.js';
import type { Translate } from '#views/messages/translate.js';
import { DONE_RECORD_PARAMETER } from './page-addresses.js';
import { TRACE_PARAMETERS, readTraceFilter } from './trace-filters.js';
import { readSelectedIds } from './selected-record-ids.js';
import {
  rangeEnds,
  displayFilterName,
  readAgeFilter,
  readRangeFilter,
  MAX_QUOTED_INPUT,
  type RangeEnds,
} from './range-filters.js';
import type { FilterKind } from '#specification/field-types/field-type.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';

export interface ListAddress {
  readonly query: Omit<ListQuery, 'limit'>;
  readonly waitsForViewer: boolean;
  /** Of the page's first row, counted along the links. */
  readonly firstRow: number;
  /** Understood parameters, for links and the form. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Filter → search text among its choices. */
  readonly searches: ReadonlyMap<string, string>;
  /** Messages about ignored parameters. */
  readonly ignored: readonly string[];
}

/** Exports cells as stored, formulas included. The hyphen avoids clashes with field names. */
export const RAW_CELLS_PARAMETER = 'as-stored';
/** `?csv=excel`: the dialect Excel opens in the application's language. */
export const CSV_FLAVOUR_PARAMETER = 'csv';
export const EXCEL_FLAVOUR = 'excel';

const RESERVED = new Set([
  'q',
  'sort',
  'after',
  'before',
  DONE_RECORD_PARAMETER,
  RAW_CELLS_PARAMETER,
  CSV_FLAVOUR_PARAMETER,
  COLUMNS_PARAMETER,
  FROM_ROW_PARAMETER,
  NUMBER_LOCALE_PARAMETER,
  OPEN_PANEL_PARAMETER,
  OPEN_VIEW_PARAMETER,
  WAITS_FOR_PARAMETER,
  RECORD_IDS_PARAMETER,
  ...TRACE_PARAMETERS,
]);
/** Longer texts make a filter slow. */
const LONGEST = 500;
const MOST_VALUES = 100;

/** `age`: duration of the current state. */
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

/** undefined: not filterable. */
export function filterKind(entity: Entity, key: string): ListFilterKind | undefined {
  if (findFilterPath(entity, key) === undefined) return undefined;
  const field = entity.fields.find((each) => each.key === key);
  return field ? getFieldType(field).filter : PROPERTY_KINDS[key];
}

interface ListAddressContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  /** Whether the viewer may read the field in every record, hence may filter and sort by it. */
  readonly open: (key: string) => boolean;
  /** ISO 8601; ages are relative to it. */
  readonly now: string;
  /** Locale of numbers typed into the form; undefined: plain notation. */
  readonly locale?: string;
  readonly isPage?: boolean;
  readonly t: Translate;
}

/** `ignored`: messages about parameters that were not understood. */
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
  readWholeRecordFilters(parameters, on, { filters, values, ignored });
  const waitsForViewer = readWaitsFor(parameters.get(WAITS_FOR_PARAMETER), asking, ignored);
  if (waitsForViewer) values.set(WAITS_FOR_PARAMETER, [ME]);
  const sort = readSorting(parameters.get('sort'), asking, ignored);
  if (parameters.get('sort')) values.set('sort', [`${sort.descending ? '-' : ''}${sort.field}`]);
  return {
    query: { filters, search, sort, ...readCursor(parameters) },
    waitsForViewer,
    firstRow: readFirstRow(parameters),
    values,
    searches: searchesIn(parameters),
    ignored,
  };
}

function readWholeRecordFilters(
  parameters: URLSearchParams,
  { t }: Pick<ListAddressContext, 't'>,
  {
    filters,
    values,
    ignored,
  }: {
    readonly filters: FieldFilter[];
    readonly values: Map<string, readonly string[]>;
    readonly ignored: string[];
  },
): void {
  const ids = readSelectedIds(parameters);
  if (!ids) ignored.push(t('filter.notUnderstood', { name: RECORD_IDS_PARAMETER }));
  else if (ids.length > 0) {
    filters.push({ field: RECORD_FILTER, ids });
    values.set(RECORD_IDS_PARAMETER, ids);
  }
  for (const name of TRACE_PARAMETERS) {
    const texts = parameters.getAll(name).filter((text) => text !== '');
    if (texts.length === 0) continue;
    const filter = readTraceFilter(name, texts);
    if (filter) {
      filters.push(filter);
      values.set(name, texts);
    } else ignored.push(t('filter.notUnderstood', { name }));
  }
}

/** The locale the form was rendered in, which may differ from the current one. undefined: plain notation. */
function localeIn(
  parameters: URLSearchParams,
  { locale, specification }: ListAddressContext,
): string | undefined {
  const written = parameters.get(NUMBER_LOCALE_PARAMETER);
  if (written === null || locale === undefined) return undefined;
  return isLocaleOfForms(written, specification) ? written : locale;
}

function searchesIn(query: URLSearchParams): ReadonlyMap<string, string> {
  const named = [...query].filter(
    ([name, text]) => name.startsWith(`${CHOICE_SEARCH_INPUT}.`) && text.trim() !== '',
  );
  return new Map(
    named.map(([name, text]) => [name.slice(CHOICE_SEARCH_INPUT.length + 1), text.trim().slice(0, LONGEST)]),
  );
}

/** undefined removes a parameter; cursors are always dropped. */
export function writeListAddress(
  path: string,
  values: ListAddress['values'],
  changed: Readonly<Record<string, string | readonly string[] | undefined>> = {},
): string {
  const params = new URLSearchParams();
  for (const [key, texts] of values)
    if (!Object.hasOwn(changed, key)) texts.forEach((text) => params.append(key, text));
  for (const [key, texts] of Object.entries(changed))
    for (const text of texts === undefined ? [] : [texts].flat()) params.append(key, text);
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
  if (kind !== 'list') ignored.push(t('filter.unknown', { name: WAITS_FOR_PARAMETER }));
  else if (parameter !== ME) ignored.push(t('filter.waitsForMe', { filter: `${WAITS_FOR_PARAMETER}=${ME}` }));
  return kind === 'list' && parameter === ME;
}

const withoutEnd = (name: string): string => name.replace(/\.(from|until|longerThan)$/, '');

function filterKeys(query: URLSearchParams): readonly string[] {
  const given = new Set([...query].flatMap(([name, text]) => (text.trim() === '' ? [] : [name])));
  const keys = [...new Set(query.keys())].filter(
    (name) => given.has(name) && !RESERVED.has(name) && !name.startsWith(`${CHOICE_SEARCH_INPUT}.`),
  );
  return [...new Set(keys.map(withoutEnd))];
}

function keep(key: string, query: URLSearchParams, values: Map<string, readonly string[]>): void {
  for (const name of [key, `${key}.from`, `${key}.until`, `${key}.${LONGER_THAN_SUFFIX}`]) {
    const texts = query.getAll(name).filter((text) => text !== '');
    if (texts.length > 0) values.set(name, texts);
  }
}

/** Links carry numbers in plain notation. */
function keepPlainly(filter: FieldFilter, { fields }: Entity, values: Map<string, readonly string[]>): void {
  const places = fields.find(({ key }) => key === filter.field)?.places ?? 0;
  for (const end of ['from', 'until'] as const) {
    const units = rangeEnds(filter)[end];
    if (typeof units === 'number')
      values.set(`${filter.field}.${end}`, [PLAIN_NOTATION.write(units, places)]);
  }
}

const OF_EVERY_LIST = new Set(['state', 'stateSince']);

/** Returns a message if the filter is not understood. */
function readFilter(key: string, query: URLSearchParams, asking: ListAddressContext): FieldFilter | string {
  const { entity, screen, open, t } = asking;
  const listed = OF_EVERY_LIST.has(key) || screen.filters.includes(key) || screen.columns.includes(key);
  const kind = listed && open(key) ? filterKind(entity, key) : undefined;
  if (kind === undefined) return t('filter.unknown', { name: key.slice(0, MAX_QUOTED_INPUT) });
  const texts = query.getAll(key).filter((text) => text !== '');
  const ends: RangeEnds = [query.get(`${key}.from`) ?? '', query.get(`${key}.until`) ?? ''];
  if ([...texts, ...ends].some((text) => text.length > LONGEST))
    return t('filter.tooLong', { name: displayFilterName(key, asking) });
  const read = (): FieldFilter | string | undefined => {
    if (kind === 'age')
      return readAgeFilter(key, query.get(`${key}.${LONGER_THAN_SUFFIX}`) ?? '', ends, asking);
    return kind === 'range' || kind === 'dates'
      ? readRangeFilter(key, ends, asking)
      : readValues(key, kind, texts);
  };
  return read() ?? t('filter.notUnderstood', { name: displayFilterName(key, asking) });
}

function readValues(key: string, kind: FilterKind, texts: readonly string[]): FieldFilter | undefined {
  if (texts.length === 0 || texts.length > MOST_VALUES) return undefined;
  if (kind === 'text') return { field: key, begins: texts[0]!.trim() };
  const among = parseChosenValues(kind, texts);
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
  ignored.push(t('filter.notSorted', { name: sort.field.slice(0, MAX_QUOTED_INPUT) }));
  return sortable(screen.sort, entity, open);
}

/** Only fields the viewer may read: order would reveal hidden values. */
function sortable(sort: SortOrder, entity: Entity, open: ListAddressContext['open']): SortOrder {
  return open(sort.field) && findSortPath(entity, sort.field) !== undefined
    ? sort
    : { field: 'openedAt', descending: true };
}

const MOST_ROWS = 100_000_000;

function readFirstRow(query: URLSearchParams): number {
  const row = Number(query.get(FROM_ROW_PARAMETER) ?? 1);
  const isAfterStart = query.has('after') || query.has('before');
  return isAfterStart && Number.isSafeInteger(row) && row >= 1 && row <= MOST_ROWS ? row : 1;
}

function readCursor(query: URLSearchParams): Pick<ListQuery, 'cursor' | 'backwards'> {
  const [after, before] = [query.get('after'), query.get('before')];
  if (after) return { cursor: after };
  return before ? { cursor: before, backwards: true } : {};
}
