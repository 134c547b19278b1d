// Extracts keys and amounts once per document, then groups.
import type { Document } from 'mongodb';
import {
  type Aggregation,
  type Group,
  type Groups,
  type Grouping,
  SUM_DIVISOR,
  assertAggregation,
  buildPeriodSearchTree,
  combineSumParts,
} from '#projections/port/aggregation.js';
import {
  type MongoCondition,
  andMongoConditions,
  toMongoCondition,
  toStoredPath,
} from './filter-to-mongo.js';
import type { ReadableCollection } from './query-collection.js';
import { encodeText, decodeText } from './bson-encoding.js';
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
  assertAggregation({ by, of });
  const scalars = by.map(({ path }): MongoCondition => ({
    [toStoredPath(path)]: { $not: { $type: 'object' } },
  }));
  const most = Math.max(0, Math.trunc(limit));
  const pipeline = [
    { $match: andMongoConditions([toMongoCondition(filter), ...scalars]) },
    {
      $project: {
        _id: 0,
        one: { $literal: 1 },
        ...numberKeys('k', by.map(groupKeyExpression)),
        ...numberKeys('v', of.map(wholeNumberExpression)),
      },
    },
    {
      $group: {
        _id: numberKeys(
          'k',
          by.map((_, index) => `$k${index}`),
        ),
        count: { $sum: '$one' },
        ...sumExpressions(of),
      },
    },
    ...(by.length > 0
      ? [
          {
            $sort: numberKeys(
              '_id.k',
              by.map(() => 1),
            ),
          },
        ]
      : []),
    { $limit: most + 1 },
  ];
  const rows = await collection.aggregate<AggregateDocument>(pipeline, { maxTimeMS }).toArray();
  return { groups: rows.slice(0, most).map((row) => toGroup(row, by, of)), more: rows.length > most };
}

const numberKeys = (name: string, values: readonly unknown[]): Document =>
  Object.fromEntries(values.map((value, index) => [`${name}${index}`, value]));

function groupKeyExpression({ path, starts }: Grouping): unknown {
  const value = `$${toStoredPath(path)}`;
  if (!starts) return { $ifNull: [value, null] };
  const tree = buildPeriodSearchTree<unknown>(
    starts,
    (index) => ({ $literal: index }),
    (start, then, otherwise) => ({
      $cond: [{ $lt: [value, { $literal: encodeText(start) }] }, then, otherwise],
    }),
  );
  return { $cond: [{ $eq: [{ $type: value }, 'string'] }, tree, { $literal: -1 }] };
}

/** Nested, because MongoDB may evaluate all parts of one `$and`. */
function wholeNumberExpression(path: string): unknown {
  const value = `$${toStoredPath(path)}`;
  const isWhole = {
    $and: [{ $lte: [{ $abs: value }, Number.MAX_SAFE_INTEGER] }, { $eq: [{ $mod: [value, 1] }, 0] }],
  };
  return { $cond: [{ $isNumber: value }, { $cond: [isWhole, value, null] }, null] };
}

function sumExpressions(of: readonly string[]): Document {
  return Object.fromEntries(
    of.flatMap((_, index) => {
      const value = `$v${index}`;
      const amount = { $ifNull: [value, 0] };
      const rest = { $mod: [amount, SUM_DIVISOR] };
      return [
        [`n${index}`, { $sum: { $cond: [{ $isNumber: value }, 1, 0] } }],
        [`h${index}`, { $sum: { $divide: [{ $subtract: [amount, rest] }, SUM_DIVISOR] } }],
        [`l${index}`, { $sum: rest }],
        [`a${index}`, { $min: value }],
        [`z${index}`, { $max: value }],
      ];
    }),
  );
}

function toGroup(row: AggregateDocument, by: readonly Grouping[], of: readonly string[]): Group {
  return {
    keys: by.map(({ starts }, index): Scalar => {
      const key = row._id[`k${index}`] as Scalar | undefined;
      if (starts) return starts[key as number] ?? null;
      return typeof key === 'string' ? decodeText(key) : (key ?? null);
    }),
    count: row.count,
    amounts: of.map((_, index) => ({
      count: row[`n${index}`]!,
      sum: combineSumParts(row[`h${index}`]!, row[`l${index}`]!),
      min: row[`a${index}`] ?? null,
      max: row[`z${index}`] ?? null,
    })),
  };
}
