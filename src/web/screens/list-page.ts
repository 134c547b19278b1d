// A page of records → the list's view-model: columns that sort, filters as they are set, cells, links.
import { isNameFromLog } from '#query-handling/names/look-alike-names.js';
import { LONGER_THAN, WAITS_FOR } from '#views/addresses.js';
import { wholeList, type Choice } from '#views/view-models/choices.js';
import type { ListFilter, ListPage } from '#views/view-models/list.js';
import type { Facets } from '#query-handling/lists/facets.js';
import type { RecordsPage } from '#query-handling/lists/list-records.js';
import { findSortPath } from '#query-handling/lists/list-query.js';
import { getNumberNotation } from '#specification/numbers/number-notation.js';
import { isErased } from '#specification/model/stored-value.js';
import type { Entity, Field, Screen, Specification } from '#specification/model/specification.js';
import {
  EXCEL,
  filterKind,
  FLAVOUR,
  RAW,
  writeListAddress,
  type ListAddress,
} from '../addresses/list-address.js';
import { rangeEnds } from '../addresses/range-filters.js';
import { newHref, recordHref, screenHref } from '../addresses/page-addresses.js';
import { columnTitle } from '../display/column-title.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { columnShower, type DisplayContext } from '../display/display-value.js';
import { erasedPersonName, displayPersonName } from '../display/person-names.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { getRecordReference, type Names } from '#query-handling/names/mentions.js';
import type { Translate } from '#views/messages/translate.js';

export interface ListPageSource {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly screen: Screen;
  readonly address: ListAddress;
  readonly page: RecordsPage;
  readonly facets: Facets;
  /** Whether a column is visible in every record. */
  readonly open: (column: string) => boolean;
  readonly mayOpen: boolean;
  /** Whether such records may wait for the viewer. */
  readonly mayWait: boolean;
  /** Whether the viewer reads every record of the entity. */
  readonly readsEvery: boolean;
  readonly board?: Screen;
  /** ISO 8601. */ readonly now: string;
  readonly t: Translate;
  /** In which the form of the filters writes numbers. */ readonly locale: string;
}

/** A screen with more columns has no room for one that its document does not name. */
const MOST_COLUMNS = 6;

/** Where there is room, the last column of a list says since when each record is in its state. */
export function addStateSinceColumn(screen: Screen, { lifecycle }: Entity): Screen {
  const { columns } = screen;
  const hasRoom = lifecycle.states.length > 1 && columns.length <= MOST_COLUMNS;
  return hasRoom && !columns.includes('stateSince')
    ? { ...screen, columns: [...columns, 'stateSince'] }
    : screen;
}

/** Everything but the frame. */
export function presentList(listing: ListPageSource): Omit<ListPage, 'frame' | 'help'> {
  const { specification, entity, screen, address, page, t } = listing;
  const path = screenHref(specification, screen);
  const words: DisplayContext = { specification, names: page.names, now: listing.now, t };
  const shows = screen.columns.map((key) => columnShower(key, entity, words));
  const beside = (cursor: string | undefined, name: 'after' | 'before') =>
    cursor === undefined ? undefined : writeListAddress(path, address.values, { [name]: cursor });
  return {
    heading: screen.title,
    path,
    columns: screen.columns.map((key) => column(key, path, listing)),
    rows: page.items.map((record) => ({
      id: record.id,
      href: recordHref(specification, entity.key, record.id),
      cells: shows.map((show) => show(record)),
    })),
    search: address.query.search,
    filters: [...filtersOf(listing), ...waitsFor(listing)],
    filtered: address.waitsForViewer || address.query.filters.length > 0 || address.query.search !== '',
    count: page.count,
    previous: beside(page.previous, 'before'),
    next: beside(page.next, 'after'),
    csv: writeListAddress(`${path}.csv`, address.values),
    excelCsv: writeListAddress(`${path}.csv`, address.values, { [FLAVOUR]: EXCEL }),
    rawCsv: writeListAddress(`${path}.csv`, address.values, { [RAW]: '1' }),
    ...(listing.mayOpen && {
      open: {
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
      },
    }),
    ...(listing.board && { board: screenHref(specification, listing.board) }),
    empty: emptiness(listing),
    partly: !listing.readsEvery,
  };
}

/** It goes by rights and by what the list is for, never by what there is: what may not be seen is not told by it either. */
function emptiness({
  specification,
  entity,
  screen,
  mayOpen,
  readsEvery,
  t,
}: ListPageSource): ListPage['empty'] {
  const title = entityInSentence(entity.title, specification, t);
  if (screen.where !== undefined) {
    return {
      title: readsEvery ? t('list.emptyList') : t('list.emptyForYou'),
      why: t('list.emptyCondition', { entities: entityInSentence(entity.plural, specification, t) }),
    };
  }
  if (!readsEvery)
    return {
      title: t('list.nothingVisible'),
      why: t('list.appearsVisible', { entity: title }),
    };
  return {
    title: t('list.nothingYet'),
    why: mayOpen ? t('list.openFirst', { entity: title }) : t('list.appears', { entity: title }),
  };
}

function column(
  key: string,
  path: string,
  { entity, address, open, t }: ListPageSource,
): ListPage['columns'][number] {
  const field = entity.fields.find((each) => each.key === key);
  const described = {
    key,
    title: columnTitle(entity, key, t),
    align: field && getFieldType(field).isNumber ? ('end' as const) : ('start' as const),
  };
  if (!open(key) || findSortPath(entity, key) === undefined) return described;
  const { sort } = address.query;
  const current = sort.field === key;
  const next = current && !sort.descending ? `-${key}` : key;
  const direction = current ? ({ direction: sort.descending ? 'descending' : 'ascending' } as const) : {};
  return {
    ...described,
    sort: { href: writeListAddress(path, address.values, { sort: next }), ...direction },
  };
}

function waitsFor({ address, mayWait, t }: ListPageSource): readonly ListFilter[] {
  if (!mayWait && !address.waitsForViewer) return [];
  const options = wholeList([{ value: 'me', title: t('list.myApproval') }]);
  const values = address.waitsForViewer ? ['me'] : [];
  return [{ key: WAITS_FOR, title: t('list.waitsFor'), kind: 'choice', values, options }];
}

type FilterSource = Pick<
  ListPageSource,
  'specification' | 'entity' | 'screen' | 'address' | 'facets' | 'open' | 't' | 'locale'
> & {
  readonly page: Pick<RecordsPage, 'names'>;
};

/** The filters of the screen, and those that are set. */
export function filtersOf(listing: FilterSource): readonly ListFilter[] {
  const { screen, entity, address, open, t } = listing;
  const set = address.query.filters.map(({ field }) => field);
  const byAge = entity.lifecycle.states.length > 1 ? ['stateSince'] : [];
  const keys = new Set([...screen.filters, ...byAge, ...set]);
  return [...keys].flatMap((key) => {
    const kind = open(key) ? filterKind(entity, key) : undefined;
    if (kind === undefined) return [];
    const values =
      kind === 'range' || kind === 'dates'
        ? [endOf(key, 'from', listing), endOf(key, 'until', listing)]
        : (address.values.get(kind === 'age' ? `${key}.${LONGER_THAN}` : key) ?? []);
    const title = kind === 'age' ? t('list.inThisState') : columnTitle(entity, key, t);
    return [{ key, title, kind, values, ...optionsFor(key, values, listing) }];
  });
}

/** As the form shows it: numbers as the person's locale writes them. */
function endOf(key: string, end: 'from' | 'until', { address, entity, locale }: FilterSource): string {
  const filter = address.query.filters.find(({ field }) => field === key);
  const units = filter && rangeEnds(filter)[end];
  const field = entity.fields.find((each) => each.key === key);
  if (field && typeof units === 'number') return getNumberNotation(field, locale).write(units, field.places);
  return address.values.get(`${key}.${end}`)?.[0] ?? '';
}

function optionsFor(
  key: string,
  values: readonly string[],
  { specification, entity, facets, page, t }: FilterSource,
): Pick<ListFilter, 'options'> {
  if (key === 'state')
    return {
      options: wholeList(entity.lifecycle.states.map((state) => ({ value: state.key, title: state.title }))),
    };
  const field = entity.fields.find((each) => each.key === key);
  if (field && getFieldType(field).isListed) return { options: wholeList(field.choices) };
  const facet = facets.get(key);
  if (!facet) return {};
  const known = facet.values.map(({ value }) => value);
  const all = [...known, ...values.filter((value) => !known.includes(value))];
  const titled = all.map((value) => ({
    value,
    title: titleOf(value, field, { specification, facet: facet.names, page: page.names, t }),
  }));
  const sorted = titled.sort((one, other) => one.title.localeCompare(other.title));
  const marked = sorted.filter(({ value }) => facet.fromLogs.has(value)).map(fromLog);
  const items = [...sorted.filter(({ value }) => !facet.fromLogs.has(value)), ...marked];
  return { options: { items, search: facet.search } };
}

const fromLog = ({ value, title }: Choice): Choice => ({
  value,
  title: isNameFromLog(title),
});

interface ListNames {
  readonly specification: Specification;
  readonly facet: Names;
  readonly page: Names;
  readonly t: Translate;
}

function titleOf(id: string, field: Field | undefined, { specification, facet, page, t }: ListNames): string {
  if (!field || getFieldType(field).pointsTo !== 'record') {
    const name = facet.people.get(id) ?? page.people.get(id);
    return name !== undefined && isErased(name) ? erasedPersonName(id, t) : displayPersonName(facet, id, t);
  }
  const found = getRecordReference(facet, { application: specification.key, entity: field.to ?? '', id });
  return found?.title || found?.number || id;
}
