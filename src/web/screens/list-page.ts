import type { ListPage } from '#views/view-models/list.js';
import type { RecordsPage } from '#query-handling/lists/list-records.js';
import type { Screen } from '#specification/model/specification.js';
import type { Actor } from '#domain/permissions.js';
import { COLUMNS_PARAMETER, FROM_ROW_PARAMETER } from '#views/addresses.js';
import {
  EXCEL_FLAVOUR,
  CSV_FLAVOUR_PARAMETER,
  RAW_CELLS_PARAMETER,
  writeListAddress,
} from '../addresses/list-address.js';
import { listHref, processMapHref, newHref, recordHref, screenHref } from '../addresses/page-addresses.js';
import { entityInSentence } from '../display/entity-in-sentence.js';
import { createColumnDisplay, type DisplayContext } from '../display/display-value.js';
import { displayRecordName } from '../display/record-name.js';
import { presentColumn, presentColumnChoice, writeColumnChoiceAddress } from './list-columns.js';
import { presentSums } from './list-sums.js';
import {
  presentFieldFilters,
  presentProcessMapFilters,
  presentSelectionFilter,
  presentWaitingFilter,
  type FilterSource,
} from './list-filters.js';
import { presentSelection } from './list-selection.js';

export interface ListPageSource extends FilterSource {
  readonly page: RecordsPage;
  /** Whether the viewer may read the column in some record. */
  readonly mayShow: (column: string) => boolean;
  /** Most rows of a page. */
  readonly limit: number;
  readonly mayOpen: boolean;
  readonly actor: Actor;
  readonly mayWait: boolean;
  readonly readsEvery: boolean;
  readonly isColumnChoiceOpen: boolean;
  readonly board?: Screen;
  /** ISO 8601. */ readonly now: string;
}

export function presentList(listing: ListPageSource): Omit<ListPage, 'frame' | 'help'> {
  const { specification, entity, screen, address, page, t } = listing;
  const path = screenHref(specification, screen);
  const words: DisplayContext = { specification, names: page.names, now: listing.now, t };
  const shows = screen.columns.map((key) => createColumnDisplay(key, entity, words));
  const position = findPosition(page, address.firstRow);
  const beside = (cursor: string | undefined, name: 'after' | 'before', row: number) =>
    cursor === undefined
      ? undefined
      : writeListAddress(path, address.values, { [name]: cursor, [FROM_ROW_PARAMETER]: String(row) });
  return {
    heading: screen.title,
    path,
    columns: screen.columns.map((key) => presentColumn(key, path, listing)),
    hasChosenColumns: address.values.has(COLUMNS_PARAMETER),
    columnChoiceHref: writeColumnChoiceAddress(path, address),
    ...(listing.isColumnChoiceOpen && { columnChoice: presentColumnChoice(path, listing) }),
    ...presentSums(listing),
    rows: page.items.map((record) => ({
      id: record.id,
      href: recordHref(specification, entity.key, record.id),
      name: displayRecordName(record) || entity.title,
      cells: shows.map((show) => show(record)),
    })),
    selection: presentSelection(listing),
    search: address.query.search,
    filters: [
      ...presentFieldFilters(listing),
      ...presentProcessMapFilters(listing),
      ...presentSelectionFilter(listing),
      ...presentWaitingFilter(listing),
    ],
    filtered: address.waitsForViewer || address.query.filters.length > 0 || address.query.search !== '',
    count: page.count,
    ...(position && { position }),
    previous: beside(page.previous, 'before', Math.max(1, (position?.first ?? 1) - listing.limit)),
    next: beside(page.next, 'after', (position?.last ?? 0) + 1),
    csv: writeListAddress(`${path}.csv`, address.values),
    excelCsv: writeListAddress(`${path}.csv`, address.values, { [CSV_FLAVOUR_PARAMETER]: EXCEL_FLAVOUR }),
    rawCsv: writeListAddress(`${path}.csv`, address.values, { [RAW_CELLS_PARAMETER]: '1' }),
    ...(listing.mayOpen && {
      open: {
        href: newHref(specification, entity.key),
        title: t('form.new', { entity: entityInSentence(entity.title, specification, t) }),
      },
    }),
    ...mapOf(listing),
    ...(listing.board && { board: screenHref(specification, listing.board) }),
    empty: emptiness(listing),
    partly: !listing.readsEvery,
  };
}

/** Counted along the links, which costs no query, and corrected at the ends of the list. undefined: one page holds all. */
function findPosition(
  { items, previous, next, count: { count, more } }: RecordsPage,
  firstRow: number,
): ListPage['position'] {
  if (items.length === 0 || (previous === undefined && next === undefined)) return undefined;
  const isLast = next === undefined && !more;
  const first = previous === undefined ? 1 : isLast ? Math.max(1, count - items.length + 1) : firstRow;
  const last = first + items.length - 1;
  return { first, last, of: Math.max(count, last) };
}

/** Depends on permissions and the list only, never on unreadable records. */
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

/** The process map shares the filters of the entity's first list. */
function mapOf({ specification, entity, screen, address }: ListPageSource): Pick<ListPage, 'map'> {
  if (entity.lifecycle.states.length < 2) return {};
  const map = processMapHref(specification, entity.key);
  const isFirst = listHref(specification, entity.key) === screenHref(specification, screen);
  return { map: isFirst ? writeListAddress(map, address.values, { sort: undefined }) : map };
}
