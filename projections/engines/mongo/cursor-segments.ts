// Splits what follows a cursor into conditions, each answered by one index. The port sorts null < numbers < texts < false < true < lists and objects; MongoDB has objects before booleans.
import type { Cursor, ComparableValue } from '#projections/port/query.js';
import type { MongoCondition } from './filter-to-mongo.js';
import { encodeText } from './bson-encoding.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface SegmentOrder {
  readonly path: string;
  readonly descending: boolean;
  readonly emptyFirst: boolean;
}

export interface Segment {
  readonly condition: MongoCondition;
  readonly sort: Readonly<Record<string, 1 | -1>>;
}

export function toStoredCursor({ value, id }: Cursor): Cursor {
  return { value: typeof value === 'string' ? encodeText(value) : value, id: encodeText(id) };
}

const TYPES = ['number', 'string', 'bool'] as const;

/** Lists are stored as objects (bson-encoding.ts). */
const isOther = (path: string): MongoCondition => ({ [path]: { $type: 'object' } });
const isScalar = (path: string): MongoCondition => ({ [path]: { $not: { $type: 'object' } } });

const isEmpty = (path: string): MongoCondition => ({ [path]: null }) as MongoCondition;
const isGiven = (path: string): MongoCondition => ({ [path]: { $ne: null } }) as MongoCondition;

export function splitIntoSegments(order: SegmentOrder, cursor: Cursor | undefined): Segment[] {
  return isNatural(order) ? naturalSegments(order, cursor) : segmentsAcross(order, cursor);
}

/** MongoDB's own order: null first ascending, last descending. */
const isNatural = ({ path, descending, emptyFirst }: SegmentOrder): boolean =>
  path === '_id' || emptyFirst !== descending;

function segmentsAcross(order: SegmentOrder, cursor: Cursor | undefined): Segment[] {
  const { path, descending, emptyFirst } = order;
  const way = descending ? -1 : 1;
  const given = (from: Cursor | undefined) =>
    naturalSegments(order, from).map((segment) => ({
      ...segment,
      condition: { $and: [isGiven(path), segment.condition] } as MongoCondition,
    }));
  const empty = (more: MongoCondition): Segment => ({
    condition: { $and: [isEmpty(path), more] } as MongoCondition,
    sort: { _id: way },
  });
  if (cursor === undefined)
    return emptyFirst ? [empty({}), ...given(undefined)] : [...given(undefined), empty({})];
  if (cursor.value === null) {
    const rest = empty({ _id: { [descending ? '$lt' : '$gt']: cursor.id } } as MongoCondition);
    return emptyFirst ? [rest, ...given(undefined)] : [rest];
  }
  return emptyFirst ? given(cursor) : [...given(cursor), empty({})];
}

function naturalSegments(
  { path, descending }: Omit<SegmentOrder, 'emptyFirst'>,
  cursor: Cursor | undefined,
): Segment[] {
  const way = descending ? -1 : 1;
  const beyondId = { _id: { [descending ? '$lt' : '$gt']: cursor?.id } } as MongoCondition;
  const byId = (condition: MongoCondition): Segment => ({ condition, sort: { _id: way } });
  if (path === '_id') return [byId(cursor ? beyondId : {})];
  const scalars: Segment = { condition: isScalar(path), sort: { [path]: way, _id: way } };
  const others = byId(isOther(path));
  if (cursor === undefined) return descending ? [others, scalars] : [scalars, others];
  const { value } = cursor;
  if (isObject(value)) {
    const rest = byId({ $and: [isOther(path), beyondId] });
    return descending ? [rest, scalars] : [rest];
  }
  const same = byId({ $and: [{ [path]: value } as MongoCondition, beyondId] });
  const further = conditionsBeyond(path, value, descending).map((condition) => ({ ...scalars, condition }));
  return [same, ...further, ...(descending ? [] : [others])];
}

/** In MongoDB's order, by merging index scans. undefined: the cursor is among lists and objects. */
export function toSingleSegment(order: SegmentOrder, cursor: Cursor | undefined): Segment | undefined {
  const { path, descending } = order;
  const way = descending ? -1 : 1;
  if (path === '_id') return splitIntoSegments(order, cursor)[0];
  if (!isNatural(order)) return undefined;
  const sort = { [path]: way, _id: way } as const;
  if (cursor === undefined) return { condition: {}, sort };
  if (isObject(cursor.value)) return undefined;
  const parts = splitIntoSegments(order, cursor).map(({ condition }) => condition);
  return { condition: parts.length > 1 ? { $or: parts } : parts[0]!, sort };
}

function conditionsBeyond(path: string, value: Scalar, descending: boolean): MongoCondition[] {
  const types = typesBeyond(value, descending).map((type) => ({ [path]: { $type: type } }) as MongoCondition);
  if (value === null) return descending ? [] : types;
  const sameType: MongoCondition = { [path]: { [descending ? '$lt' : '$gt']: value } };
  return [sameType, ...types, ...(descending ? [{ [path]: null } as MongoCondition] : [])];
}

function isObject(value: ComparableValue): value is Record<string, never> {
  return typeof value === 'object' && value !== null;
}

function typesBeyond(value: Scalar, descending: boolean) {
  const names = { number: 'number', string: 'string', boolean: 'bool' } as const;
  const own = value === null ? -1 : TYPES.indexOf(names[typeof value as keyof typeof names]);
  return descending ? TYPES.slice(0, Math.max(0, own)).reverse() : TYPES.slice(own + 1);
}
