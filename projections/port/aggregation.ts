import { BadQuery } from './read-model-errors.js';
import { type Filter, parsePath } from './query.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Grouping {
  readonly path: string;
  /** Ascending texts where periods begin; values before the first belong to null. undefined: every value is a group. */
  readonly starts?: readonly string[];
}

export interface Aggregation {
  readonly filter?: Filter;
  /** None: one group. Documents with a list or object there are left out. */
  readonly by: readonly Grouping[];
  /** Whole numbers only (cents, thousandths); other values are ignored. */
  readonly of: readonly string[];
  readonly limit: number;
}

export interface AmountSummary {
  readonly count: number;
  readonly sum: bigint;
  readonly min: number | null;
  readonly max: number | null;
}

export interface Group {
  readonly keys: readonly Scalar[];
  readonly count: number;
  readonly amounts: readonly AmountSummary[];
}

export interface Groups {
  readonly groups: readonly Group[];
  readonly more: boolean;
}

export const NO_GROUPS: Groups = { groups: [], more: false };

/** Two fields and a time. */
const MAX_GROUPINGS = 3;
const MAX_AMOUNTS = 10;
const MAX_PERIODS = 1_000;

/** Throws `BadQuery`. */
export function assertAggregation({ by, of }: Pick<Aggregation, 'by' | 'of'>): void {
  for (const path of [...by.map((each) => each.path), ...of]) parsePath(path);
  if (by.length > MAX_GROUPINGS) throw new BadQuery(`groups are made by ${MAX_GROUPINGS} values at most`);
  if (of.length > MAX_AMOUNTS) throw new BadQuery(`${MAX_AMOUNTS} amounts are summed up at most`);
  for (const { starts = [] } of by) {
    if (starts.length > MAX_PERIODS) throw new BadQuery(`there are ${MAX_PERIODS} periods at most`);
    if (
      starts.some((start, index) => index > 0 && Buffer.compare(bytes(starts[index - 1]!), bytes(start)) >= 0)
    )
      throw new BadQuery('periods begin one after the other');
  }
}

const bytes = (text: string) => Buffer.from(text);

/** Sums are multiples of this and remainders (decision 0022). */
export const SUM_DIVISOR = 2 ** 26;

export const combineSumParts = (multiples: number, rest: number): bigint =>
  BigInt(multiples) * BigInt(SUM_DIVISOR) + BigInt(rest);

/** Binary search over period starts as engine conditions. Leaves are indexes, -1 before the first. */
export function buildPeriodSearchTree<Tree>(
  starts: readonly string[],
  leaf: (index: number) => Tree,
  before: (start: string, then: Tree, otherwise: Tree) => Tree,
): Tree {
  const between = (from: number, until: number): Tree => {
    if (from === until) return leaf(from - 1);
    const middle = (from + until) >> 1;
    return before(starts[middle]!, between(from, middle), between(middle + 1, until));
  };
  return between(0, starts.length);
}
