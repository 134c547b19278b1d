// What groups of documents come to: how many they are, and the exact sum, least and greatest of what they hold.
import { BadQuery } from './read-model-errors.js';
import { type Filter, parsePath } from './query.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Grouping {
  readonly path: string;
  /**
   * Texts in ascending order, where periods begin: a document belongs to the last one that is not after its text. What is before the
   * first, and what is no text, belongs to null. undefined: every value is a group of its own.
   */
  readonly starts?: readonly string[];
}

export interface Aggregation {
  readonly filter?: Filter;
  /** None: everything is one group. Documents with a list or an object there are left out. */
  readonly by: readonly Grouping[];
  /** Paths of amounts. Whole numbers only (of cents, of thousandths), as documents hold them: nothing else takes part. */
  readonly of: readonly string[];
  /** So many groups at most. */
  readonly limit: number;
}

export interface Amounts {
  /** How many took part. */
  readonly count: number;
  readonly sum: bigint;
  /** null: none took part. */
  readonly min: number | null;
  readonly max: number | null;
}

export interface Group {
  /** One for each grouping; the start of a period for those that have some. */
  readonly keys: readonly Scalar[];
  readonly count: number;
  /** One for each path of amounts. */
  readonly amounts: readonly Amounts[];
}

export interface Groups {
  /** By their keys. */
  readonly groups: readonly Group[];
  /** There are more than were asked for. */
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

/** Amounts are summed up in two parts, whole multiples of this and what is left: see decision 0022. */
export const SUM_CHUNK = 2 ** 26;

export const combineSums = (multiples: number, rest: number): bigint =>
  BigInt(multiples) * BigInt(SUM_CHUNK) + BigInt(rest);

/** What a document's text is compared with, halving: a tree of the engine's own conditions. Leaves are indexes, -1 before the first. */
export function buildPeriodTree<Tree>(
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
