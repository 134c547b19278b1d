// What a list asks for: filters, search, sorting and a page, in stored values; not yet what the viewer may read.
import { recordSortPath as storedSortPath } from '#projections/read-models/records/records-read-model.js';
import { toSortKey } from '#projections/port/search-words.js';
import type { Filter } from '#projections/port/query.js';
import type { Entity } from '#specification/model/specification.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Scalar } from '#specification/model/stored-value.js';

/** `field` is a field's key or one of number, title, state, stateSince, openedBy, openedAt, changedBy, changedAt, assignee. */
export type FieldFilter =
  | { readonly field: string; readonly among: readonly Scalar[] }
  /** Text that begins so, however it is written (case and accents do not count). */
  | { readonly field: string; readonly begins: string }
  /** From and until include their ends, `before` does not. */
  | {
      readonly field: string;
      readonly from?: string | number;
      readonly until?: string | number;
      readonly before?: string | number;
    };

export interface SortOrder {
  readonly field: string;
  readonly descending: boolean;
}

export interface ListQuery {
  readonly filters: readonly FieldFilter[];
  /** Every term has to occur in what may be seen of a record, as the beginning of a word. */
  readonly search: string;
  readonly sort: SortOrder;
  readonly cursor?: string;
  readonly backwards?: boolean;
  readonly limit: number;
  /** How far records are counted, where that is further than usual. */
  readonly countUpTo?: number;
}

/** Property → where it is compared. Titles are compared folded, numbers as they are written. */
const COMPARED: Readonly<Record<string, string>> = {
  number: 'number',
  title: 'sort.title',
  state: 'state',
  stateSince: 'stateSince',
  openedBy: 'openedBy',
  openedAt: 'openedAt',
  changedBy: 'changedBy',
  changedAt: 'changedAt',
  assignee: 'assignee',
};
const ORDERED = new Set(['number', 'title', 'state', 'stateSince', 'openedAt', 'changedAt']);

const fieldOf = (entity: Entity, key: string) => entity.fields.find((field) => field.key === key);

/** Path a column is sorted by; undefined: sorting by it would mean nothing (ids, tables, sealed values). */
export function findSortPath(entity: Entity, key: string): string | undefined {
  const field = fieldOf(entity, key);
  if (!field && !ORDERED.has(key)) return undefined;
  if (field && (field.personal !== undefined || !getFieldType(field).isSorted)) return undefined;
  return storedSortPath(key, entity.fields);
}

/** Path a filter compares; undefined: it cannot be filtered by. */
export function findFilterPath(entity: Entity, key: string): string | undefined {
  const field = fieldOf(entity, key);
  if (!field) return Object.hasOwn(COMPARED, key) ? COMPARED[key] : undefined;
  if (field.personal !== undefined || !hasSingleValue(field)) return undefined;
  return getFieldType(field).filter === 'text' ? storedSortPath(key, entity.fields) : `fields.${key}`;
}

/** The query's filters for the read model. Those that cannot be tested there are refused before (see filterPath). */
export const toFilters = (entity: Entity, filters: readonly FieldFilter[]): readonly Filter[] =>
  filters.map((filter) => fieldFilter(entity, filter));

function fieldFilter(entity: Entity, filter: FieldFilter): Filter {
  const path = findFilterPath(entity, filter.field);
  if (path === undefined) throw new TypeError(`${entity.key}.${filter.field} cannot be filtered by`);
  if ('among' in filter) return { [path]: { $in: filter.among } };
  if ('begins' in filter)
    return { [path]: { $prefix: path.startsWith('sort.') ? toSortKey(filter.begins) : filter.begins } };
  const { from, until, before } = filter;
  return {
    [path]: {
      ...(from !== undefined && { $gte: from }),
      ...(until !== undefined && { $lte: until }),
      ...(before !== undefined && { $lt: before }),
    },
  };
}
