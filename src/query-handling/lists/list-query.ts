// Stored values, before rights apply.
import { toRecordSortPath as storedSortPath } from '#projections/read-models/records/records-read-model.js';
import { toSortKey } from '#projections/port/search-words.js';
import { formatMoveKey, type MoveKey } from '#domain/record/lifecycle/trace.js';
import type { Filter } from '#projections/port/query.js';
import type { Entity } from '#specification/model/specification.js';
import { hasSingleValue, getFieldType } from '#specification/field-types/find-field-type.js';
import type { Scalar } from '#specification/model/stored-value.js';

export type FieldFilter =
  | { readonly field: string; readonly among: readonly Scalar[] }
  | { readonly field: string; readonly begins: string }
  | {
      readonly field: string;
      readonly from?: string | number;
      readonly until?: string | number;
      readonly before?: string | number;
    }
  | RecordFilter
  | TraceFilter;

export interface RecordFilter {
  readonly field: typeof RECORD_FILTER;
  readonly ids: readonly string[];
}

/** Keys of fields begin with a letter, unlike these. */
export type TraceFilter =
  | { readonly field: typeof MOVE_FILTER; readonly moves: readonly MoveKey[] }
  | { readonly field: typeof VARIANT_FILTER; readonly variant: string };

export const RECORD_FILTER = '-record';
export const MOVE_FILTER = '-move';
export const VARIANT_FILTER = '-variant';

export interface SortOrder {
  readonly field: string;
  readonly descending: boolean;
}

export interface ListQuery {
  readonly filters: readonly FieldFilter[];
  /** Every term begins a visible word. */
  readonly search: string;
  readonly sort: SortOrder;
  readonly cursor?: string;
  readonly backwards?: boolean;
  readonly limit: number;
  /** Columns added up over the whole list, see `isSummable`. */
  readonly sumOf?: readonly string[];
  /** Raises the limit of counting. */
  readonly countUpTo?: number;
}

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

/** undefined: ids, tables, sealed values. */
export function findSortPath(entity: Entity, key: string): string | undefined {
  const field = fieldOf(entity, key);
  if (!field && !ORDERED.has(key)) return undefined;
  if (field && (field.personal !== undefined || !getFieldType(field).isSorted)) return undefined;
  return storedSortPath(key, entity.fields);
}

export function findFilterPath(entity: Entity, key: string): string | undefined {
  const field = fieldOf(entity, key);
  if (!field) return Object.hasOwn(COMPARED, key) ? COMPARED[key] : undefined;
  if (field.personal !== undefined || !hasSingleValue(field)) return undefined;
  return getFieldType(field).filter === 'text' ? storedSortPath(key, entity.fields) : `fields.${key}`;
}

export const toFilters = (entity: Entity, filters: readonly FieldFilter[]): readonly Filter[] =>
  filters.map((filter) => fieldFilter(entity, filter));

function fieldFilter(entity: Entity, filter: FieldFilter): Filter {
  if ('ids' in filter) return { id: { $in: filter.ids } };
  if ('moves' in filter)
    return { $or: filter.moves.map((move) => ({ trace: { $contains: formatMoveKey(move) } })) };
  if ('variant' in filter) return { variant: filter.variant };
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
