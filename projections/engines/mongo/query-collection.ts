import type { Collection, Sort } from 'mongodb';
import {
  type Cursor,
  parseCursor,
  toPage,
  toComparableValue,
  areEmptyValuesFirst,
  getValueAt,
  type Filter,
  type Page,
  type Query,
} from '#projections/port/query.js';
import {
  type MongoCondition,
  type StoredDocument,
  andMongoConditions,
  toMongoCondition,
  toStoredPath,
} from './filter-to-mongo.js';
import {
  type SegmentOrder,
  type Segment,
  toStoredCursor,
  toSingleSegment,
  splitIntoSegments,
} from './cursor-segments.js';
import { toPathStrings, type PathStrings, type PathStringsQuery } from '#projections/port/generation.js';
import { decodeDocument, decodeText } from './bson-encoding.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface ReadableCollection {
  readonly collection: Collection<StoredDocument>;
  readonly maxTimeMS: number;
}

/** Leaves out the many search words. */
const DOCUMENT = { d: 1 } as const;

/** Throws `BadCursor`, `BadQuery`. */
export async function findKeysetPage<Doc>(from: ReadableCollection, query: Query): Promise<Page<Doc>> {
  const order: SegmentOrder = {
    path: toStoredPath(query.sort?.path ?? 'id'),
    descending: query.sort?.descending === true,
    emptyFirst: areEmptyValuesFirst(query.sort),
  };
  const onward = query.backwards === true ? reverseOrder(order) : order;
  const where = toMongoCondition(query.filter ?? {});
  const cursor = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const limit = Math.max(0, Math.trunc(query.limit));
  const rows = await readRowsAfter(from, { order: onward, where, cursor, limit: limit + 1 });
  const documents = rows.slice(0, limit).map((row) => decodeDocument(row.d) as Doc);
  const at = (index: number): Cursor | undefined => {
    const row = rows[index];
    return row && documents.length > 0 ? toCursor(query, row._id, documents[index]) : cursor;
  };
  const first = at(0);
  const ahead = rows.length > limit ? at(documents.length - 1) : undefined;
  const isBehind = async () =>
    (await readRowsAfter(from, { order: reverseOrder(onward), where, cursor: first, limit: 1 })).length > 0;
  const isWanted = cursor !== undefined && query.onwardOnly !== true;
  const behind = isWanted && (await isBehind()) ? first : undefined;
  return toPage(query, { documents, ahead, behind });
}

function toCursor({ sort }: Query, id: string, document: unknown): Cursor {
  const isById = sort === undefined || sort.path === 'id';
  return { value: isById ? null : toComparableValue(getValueAt(document, sort.path)), id: decodeText(id) };
}

const reverseOrder = (order: SegmentOrder): SegmentOrder => ({
  ...order,
  descending: !order.descending,
  emptyFirst: !order.emptyFirst,
});

interface PageWalk {
  readonly order: SegmentOrder;
  readonly where: MongoCondition;
  readonly cursor: Cursor | undefined;
  readonly limit: number;
}

async function readRowsAfter(from: ReadableCollection, walk: PageWalk): Promise<StoredDocument[]> {
  const { where, limit } = walk;
  const together = toSingleSegment(walk.order, walk.cursor && toStoredCursor(walk.cursor));
  if (together) {
    const rows = await readSegment(from, where, together, limit);
    if (isInOrder(rows, walk)) return rows;
  }
  const rows: StoredDocument[] = [];
  for (const segment of splitIntoSegments(walk.order, walk.cursor && toStoredCursor(walk.cursor))) {
    if (rows.length >= limit) break;
    for (const each of await readSegment(from, where, segment, limit - rows.length)) rows.push(each);
  }
  return rows;
}

function readSegment(
  { collection, maxTimeMS }: ReadableCollection,
  where: MongoCondition,
  { condition, sort }: Segment,
  limit: number,
): Promise<StoredDocument[]> {
  const found = collection.find(andMongoConditions([where, condition]), {
    sort: sort as Sort,
    limit,
    projection: DOCUMENT,
    maxTimeMS,
  });
  return found.toArray();
}

/** MongoDB sorts lists and objects before booleans, the port after them. */
function isInOrder(
  rows: readonly StoredDocument[],
  { order: { path, descending }, limit }: PageWalk,
): boolean {
  if (path === '_id' || path === 'p') return true;
  const values = rows.map((row) => storedValueAt(row, path));
  if (values.some((value) => typeof value === 'object' && value !== null)) return false;
  return !descending || rows.length < limit || values.some((value) => typeof value !== 'boolean');
}

function storedValueAt(row: StoredDocument, path: string): unknown {
  let value: unknown = row;
  for (const key of path.split('.'))
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[key];
  return value;
}

export async function countUpTo(
  { collection, maxTimeMS }: ReadableCollection,
  filter: Filter,
  limit: number,
): Promise<{ readonly count: number; readonly more: boolean }> {
  const count = await collection.countDocuments(toMongoCondition(filter), { limit: limit + 1, maxTimeMS });
  return count > limit ? { count: limit, more: true } : { count, more: false };
}

/** Throws `BadQuery`. */
export async function readStringsAtPath(
  { collection, maxTimeMS }: ReadableCollection,
  { path, filter, limit }: PathStringsQuery,
): Promise<PathStrings> {
  const stored = toStoredPath(path);
  const rows = await collection
    .find(toMongoCondition(filter), { projection: { [stored]: 1 }, limit: limit + 1, maxTimeMS })
    .toArray();
  const values = rows.map((row) => storedValueAt(row, stored));
  return toPathStrings(
    values.map((value) => (typeof value === 'string' ? decodeText(value) : value)),
    limit,
  );
}

/** Skips lists and objects; counts at most `limit` per value. Throws `BadQuery`. */
export async function countByValue(
  { collection, maxTimeMS }: ReadableCollection,
  path: string,
  filter: Filter,
  limit: number,
): Promise<ReadonlyMap<Scalar, number>> {
  const stored = toStoredPath(path);
  const isScalar: MongoCondition = { [stored]: { $not: { $type: 'object' } } };
  const groups = collection.aggregate<{ _id: Scalar | undefined; count: number }>(
    [
      { $match: andMongoConditions([toMongoCondition(filter), isScalar]) },
      { $group: { _id: `$${stored}`, count: { $sum: 1 } } },
      { $sort: { _id: 1 } },
    ],
    { maxTimeMS },
  );
  const counted = new Map<Scalar, number>();
  for await (const { _id = null, count } of groups) {
    const value = typeof _id === 'string' ? decodeText(_id) : _id;
    counted.set(value, Math.min(limit, (counted.get(value) ?? 0) + count));
  }
  return counted;
}
