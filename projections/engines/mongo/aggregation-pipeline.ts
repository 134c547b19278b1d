// Groups of documents as a pipeline: keys and amounts are taken out of each document once, and then summed up.
import type { Document } from 'mongodb';
import {
  type Aggregation,
  type Group,
  type Groups,
  type Grouping,
  PART,
  checkAggregation,
  periodTree,
  sumOf,
} from '#projections/port/aggregation.js';
import { type MongoCondition, mongoAnd, toMongoCondition, storedPath } from './filter-to-mongo.js';
import type { ReadableCollection } from './query-collection.js';
import { storedText, unescapedText } from './bson-encoding.js';
import type { Scalar } from '#specification/model/stored-value.js';

type AggregateDocument = {
  readonly _id: Readonly<Record<string, unknown>>;
  readonly count: number;
} & Readonly<Record<string, number | null>>;

/** Throws `BadQuery`. */
export async function aggregateGroups(
  { collection, maxTimeMS }: ReadableCollection,
  { filter = {}, by, of, limit }: Aggregation,
): Promise<Groups> {
  checkAggregation({ by, of });
  const scalars = by.map(({ path }): MongoCondition => ({
    [storedPath(path)]: { $not: { $type: 'object' } },
  }));
  const most = Math.max(0, Math.trunc(limit));
  const pipeline = [
    { $match: mongoAnd([toMongoCondition(filter), ...scalars]) },
    {
      $project: { _id: 0, one: { $literal: 1 }, ...named('k', by.map(keyOf)), ...named('v', of.map(whole)) },
    },
    {
      $group: {
        _id: named(
          'k',
          by.map((_, index) => `$k${index}`),
        ),
        count: { $sum: '$one' },
        ...sums(of),
      },
    },
    ...(by.length > 0
      ? [
          {
            $sort: named(
              '_id.k',
              by.map(() => 1),
            ),
          },
        ]
      : []),
    { $limit: most + 1 },
  ];
  const rows = await collection.aggregate<AggregateDocument>(pipeline, { maxTimeMS }).toArray();
  return { groups: rows.slice(0, most).map((row) => groupOf(row, by, of)), more: rows.length > most };
}

const named = (name: string, values: readonly unknown[]): Document =>
  Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));

function keyOf({ path, starts }: Grouping): unknown {
  const value = `$${storedPath(path)}`;
  if (!starts) return { $ifNull: [value, null] };
  const tree = periodTree<unknown>(
    starts,
    (index) => ({ $literal: index }),
    (start, then, otherwise) => ({
      $cond: [{ $lt: [value, { $literal: storedText(start) }] }, then, otherwise],
    }),
  );
  return { $cond: [{ $eq: [{ $type: value }, 'string'] }, tree, { $literal: -1 }] };
}

/** One condition inside the other: the parts of one `$and` may all be evaluated. */
function whole(path: string): unknown {
  const value = `$${storedPath(path)}`;
  const isWhole = {
    $and: [{ $lte: [{ $abs: value }, Number.MAX_SAFE_INTEGER] }, { $eq: [{ $mod: [value, 1] }, 0] }],
  };
  return { $cond: [{ $isNumber: value }, { $cond: [isWhole, value, null] }, null] };
}

function sums(of: readonly string[]): Document {
  return Object.fromEntries(
    of.flatMap((_, index) => {
      const value = `$v${index}`;
      const amount = { $ifNull: [value, 0] };
      const rest = { $mod: [amount, PART] };
      return [
        [`n${index}`, { $sum: { $cond: [{ $isNumber: value }, 1, 0] } }],
        [`h${index}`, { $sum: { $divide: [{ $subtract: [amount, rest] }, PART] } }],
        [`l${index}`, { $sum: rest }],
        [`a${index}`, { $min: value }],
        [`z${index}`, { $max: value }],
      ];
    }),
  );
}

function groupOf(row: AggregateDocument, by: readonly Grouping[], of: readonly string[]): Group {
  return {
    keys: by.map(({ starts }, index): Scalar => {
      const key = row._id[`k${index}`] as Scalar | undefined;
      if (starts) return starts[key as number] ?? null;
      return typeof key === 'string' ? unescapedText(key) : (key ?? null);
    }),
    count: row.count,
    amounts: of.map((_, index) => ({
      count: row[`n${index}`]!,
      sum: sumOf(row[`h${index}`]!, row[`l${index}`]!),
      min: row[`a${index}`] ?? null,
      max: row[`z${index}`] ?? null,
    })),
  };
}
