// Filters lists in storage by conditions of the specification.
import type { Comparison, Filter } from '#projections/port/query.js';
import type { Condition, Entity } from '#specification/model/specification.js';
import { hasSingleValue } from '#specification/field-types/find-field-type.js';
import type { Scalar } from '#specification/model/stored-value.js';

type FieldCondition = Extract<Condition, { field: string }>;
type ConditionOperator = FieldCondition['is'];

export const MATCHES_NONE: Filter = Object.freeze({ $nor: [{}] });
export const MATCHES_ALL: Filter = Object.freeze({});

const PROPERTIES: Readonly<Record<string, string>> = {
  id: 'id',
  number: 'number',
  state: 'state',
  openedBy: 'openedBy',
  openedAt: 'openedAt',
  assignee: 'assignee',
};

/**
 * Matches exactly the records for which the condition is true. undefined: sealed values, so each record has to be
 * evaluated.
 */
export function conditionToFilter(condition: Condition, entity: Entity, user: string): Filter | undefined {
  return new FilterTranslation(entity, user).holds(condition);
}

class FilterTranslation {
  constructor(
    private readonly entity: Entity,
    private readonly user: string,
  ) {}

  holds(condition: Condition): Filter | undefined {
    if ('always' in condition) return condition.always ? MATCHES_ALL : MATCHES_NONE;
    if ('not' in condition) return this.fails(condition.not);
    if ('all' in condition) return every(condition.all.map((part) => this.holds(part)));
    if ('any' in condition) return some(condition.any.map((part) => this.holds(part)));
    return this.compare(condition, condition.is, false);
  }

  fails(condition: Condition): Filter | undefined {
    if ('always' in condition) return condition.always ? MATCHES_NONE : MATCHES_ALL;
    if ('not' in condition) return this.holds(condition.not);
    if ('all' in condition) return some(condition.all.map((part) => this.fails(part)));
    if ('any' in condition) return every(condition.any.map((part) => this.fails(part)));
    return this.compare(condition, condition.is, true);
  }

  private compare(
    { field, to }: FieldCondition,
    is: ConditionOperator,
    opposite: boolean,
  ): Filter | undefined {
    const path = this.path(field);
    if (path === undefined) return undefined;
    return comparison(path, is, 'user' in to ? this.user : to.value, opposite);
  }

  /** Sealed values and tables cannot be compared in storage. */
  private path(field: string): string | undefined {
    if (!field.startsWith('fields.')) return PROPERTIES[field];
    const found = this.entity.fields.find(({ key }) => key === field.slice('fields.'.length));
    return found && !found.personal && hasSingleValue(found) ? field : undefined;
  }
}

const every = (filters: readonly (Filter | undefined)[]): Filter | undefined =>
  combined('$and', filters, MATCHES_ALL);
const some = (filters: readonly (Filter | undefined)[]): Filter | undefined =>
  combined('$or', filters, MATCHES_NONE);

function combined(
  operator: '$and' | '$or',
  filters: readonly (Filter | undefined)[],
  none: Filter,
): Filter | undefined {
  if (filters.includes(undefined)) return undefined;
  const known = filters as readonly Filter[];
  if (known.length === 0) return none;
  return known.length === 1 ? known[0] : { [operator]: known };
}

const RANGES = { '<': '$lt', '<=': '$lte', '>': '$gt', '>=': '$gte' } as const;
const OPPOSITE = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' } as const;

function comparison(
  path: string,
  is: ConditionOperator,
  value: Scalar | readonly Scalar[],
  opposite: boolean,
): Filter | undefined {
  if (is === 'in')
    return Array.isArray(value) ? among(path, value as readonly Scalar[], opposite) : undefined;
  if (typeof value === 'object' && value !== null) return undefined;
  if (is === '==' || is === '!=') return equality(path, value as Scalar, (is === '==') !== opposite);
  // Null and booleans are in no range.
  if (typeof value !== 'number' && typeof value !== 'string') return MATCHES_NONE;
  return only(path, { [RANGES[opposite ? OPPOSITE[is] : is]]: value });
}

const only = (path: string, test: Comparison): Filter => ({ [path]: test });

/** Null tests presence; other comparisons need a value. */
function equality(path: string, value: Scalar, equal: boolean): Filter {
  if (equal) return only(path, { $eq: value });
  if (value === null) return only(path, { $ne: null });
  return { $and: [only(path, { $ne: value }), only(path, { $ne: null })] };
}

function among(path: string, values: readonly Scalar[], opposite: boolean): Filter {
  if (!opposite) return only(path, { $in: values.filter((value) => value !== null) });
  return { $and: [{ $nor: [only(path, { $in: values })] }, only(path, { $ne: null })] };
}
