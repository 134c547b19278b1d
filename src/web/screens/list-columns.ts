import type { ListPage } from '#views/view-models/list.js';
import { findSortPath } from '#query-handling/lists/list-query.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import type { Entity, Screen } from '#specification/model/specification.js';
import type { Translate } from '#views/messages/translate.js';
import {
  COLUMNS_PANEL,
  COLUMNS_PARAMETER,
  FROM_ROW_PARAMETER,
  OPEN_PANEL_PARAMETER,
} from '#views/addresses.js';
import { listChoosableColumns } from './chosen-columns.js';
import { writeListAddress, type ListAddress } from '../addresses/list-address.js';
import { getColumnTitle } from '../display/column-title.js';

interface ColumnSource {
  readonly entity: Entity;
  readonly address: ListAddress;
  /** Whether a column is readable in every record. */
  readonly open: (column: string) => boolean;
  readonly t: Translate;
}

/** Columns above which none is added. */
const MOST_COLUMNS = 6;

export function addStateSinceColumn(screen: Screen, { lifecycle }: Entity): Screen {
  const { columns } = screen;
  const hasRoom = lifecycle.states.length > 1 && columns.length <= MOST_COLUMNS;
  return hasRoom && !columns.includes('stateSince')
    ? { ...screen, columns: [...columns, 'stateSince'] }
    : screen;
}

export function presentColumn(
  key: string,
  path: string,
  { entity, address, open, t }: ColumnSource,
): ListPage['columns'][number] {
  const field = entity.fields.find((each) => each.key === key);
  const described = {
    key,
    title: getColumnTitle(entity, key, t),
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

interface ColumnChoiceSource extends ColumnSource {
  readonly screen: Screen;
  /** Whether the viewer may read the column in some record. */
  readonly mayShow: (column: string) => boolean;
}

const OPEN_PANEL = { [OPEN_PANEL_PARAMETER]: COLUMNS_PANEL };

export function writeColumnChoiceAddress(path: string, { query, values, firstRow }: ListAddress): string {
  const { cursor, backwards } = query;
  const place = cursor !== undefined && {
    [backwards ? 'before' : 'after']: cursor,
    [FROM_ROW_PARAMETER]: String(firstRow),
  };
  return writeListAddress(path, values, { ...place, ...OPEN_PANEL });
}

/** Chosen columns first, in their order, with links that move them. */
export function presentColumnChoice(
  path: string,
  source: ColumnChoiceSource,
): NonNullable<ListPage['columnChoice']> {
  const { entity, screen, address, t } = source;
  const chosen = screen.columns.filter(source.mayShow);
  const others = listChoosableColumns(source).filter((key) => !chosen.includes(key));
  const withColumns = (columns: readonly string[] | undefined) =>
    writeListAddress(path, address.values, { [COLUMNS_PARAMETER]: columns, ...OPEN_PANEL });
  return {
    columns: [...chosen, ...others].map((key) => {
      const index = chosen.indexOf(key);
      return {
        key,
        title: getColumnTitle(entity, key, t),
        isShown: index >= 0,
        ...(index > 0 && { earlier: withColumns(moved(chosen, index, -1)) }),
        ...(index >= 0 && index < chosen.length - 1 && { later: withColumns(moved(chosen, index, 1)) }),
      };
    }),
    ...(address.values.has(COLUMNS_PARAMETER) && { reset: withColumns(undefined) }),
    carried: [...address.values, [OPEN_PANEL_PARAMETER, [COLUMNS_PANEL]] as const].flatMap(
      ([name, values]) => (name === COLUMNS_PARAMETER ? [] : values.map((value) => ({ name, value }))),
    ),
  };
}

const moved = (columns: readonly string[], index: number, by: 1 | -1): readonly string[] =>
  columns.map((key, at) => {
    if (at === index) return columns[index + by]!;
    return at === index + by ? columns[index]! : key;
  });
