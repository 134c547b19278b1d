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
  type Columns,
  type SqlCondition,
  toSqlCondition,
  type SqlValue,
  toSqlValue,
  fromSqlValue,
} from './filter-to-sql.js';
import type { Scalar } from '#specification/model/stored-value.js';
import type { StatementCache } from './prepared-statements.js';

type AggregateRow = Readonly<Record<string, SqlValue>>;

/** Throws `BadQuery`. */
export function aggregateGroups(
  statements: StatementCache,
  table: Columns,
  { filter = {}, by, of, limit }: Aggregation,
): Groups {
  assertAggregation({ by, of });
  const where = toSqlCondition(filter, table);
  const keys = by.map((grouping, index) => groupKeySql(grouping, `k${index}`));
  const taken = [
    ...by.map(({ path }, index) => `${table.key(path)} AS k${index}`),
    ...of.map((path, index) => `${table.key(path)} AS v${index}`),
    'id',
  ];
  const wholes = of.map((_, index) => `${wholeNumberSql(`v${index}`)} AS w${index}`);
  const scalars = by.map((_, index) => `k${index} IS NOT x'02'`);
  const groups = keys.map((_, index) => String(index + 1));
  const sql = `WITH taken AS MATERIALIZED (SELECT ${taken.join(', ')} FROM ${table.name} WHERE ${where.sql}),
      measured AS (SELECT ${['*', ...wholes].join(', ')} FROM taken ${scalars.length > 0 ? `WHERE ${scalars.join(' AND ')}` : ''})
    SELECT ${[...keys.map(({ sql: key }, index) => `${key} AS g${index}`), 'count(*) AS count', ...of.map(amountsSql)].join(', ')}
    FROM measured ${groups.length > 0 ? `GROUP BY ${groups.join(', ')} ORDER BY ${groups.join(', ')}` : ''} LIMIT ?`;
  const most = Math.max(0, Math.trunc(limit));
  // Bound values follow the statement's order.
  const values = [...where.values, ...keys.flatMap((key) => key.values), most + 1];
  const rows = (statements(sql).all(...values) as unknown as AggregateRow[]).filter(
    ({ count }) => count !== 0,
  );
  return { groups: rows.slice(0, most).map((row) => toGroup(row, by, of)), more: rows.length > most };
}

function groupKeySql({ starts }: Grouping, key: string): SqlCondition {
  if (!starts) return { sql: key, values: [] };
  const tree = buildPeriodSearchTree<SqlCondition>(
    starts,
    (index) => ({ sql: index < 0 ? 'NULL' : String(index), values: [] }),
    (start, then, otherwise) => ({
      sql: `CASE WHEN ${key} < ? THEN ${then.sql} ELSE ${otherwise.sql} END`,
      values: [toSqlValue(start), ...then.values, ...otherwise.values],
    }),
  );
  return { ...tree, sql: `CASE WHEN typeof(${key}) = 'text' THEN ${tree.sql} END` };
}

const wholeNumberSql = (value: string) =>
  `CASE WHEN typeof(${value}) IN ('integer', 'real') AND abs(${value}) <= ${Number.MAX_SAFE_INTEGER}
    AND ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) END`;

const amountsSql = (_: string, index: number) =>
  `count(w${index}) AS n${index}, total(w${index} / ${SUM_DIVISOR}) AS h${index}, total(w${index} % ${SUM_DIVISOR}) AS l${index},
    min(w${index}) AS a${index}, max(w${index}) AS z${index}`;

function toGroup(row: AggregateRow, by: readonly Grouping[], of: readonly string[]): Group {
  const number = (name: string) => row[name] as number;
  return {
    keys: by.map(({ starts }, index): Scalar => {
      const key = row[`g${index}`]!;
      if (!starts) return fromSqlValue(key) ?? null;
      return key === null ? null : starts[key as number]!;
    }),
    count: number('count'),
    amounts: of.map((_, index) => ({
      count: number(`n${index}`),
      sum: combineSumParts(number(`h${index}`), number(`l${index}`)),
      min: row[`a${index}`] as number | null,
      max: row[`z${index}`] as number | null,
    })),
  };
}
