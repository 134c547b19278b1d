import type { Entity, Field } from '#specification/model/specification.js';
import type { Row, Value } from '#specification/model/stored-value.js';
import { evaluateStorable } from '#domain/evaluate-expressions.js';

/** `record.lines.map(l, l.quantity * l.price).sum()` */
export interface RowSum {
  readonly field: Field;
  /** undefined: the sum of an expression. */
  readonly column?: string;
}

const SUM = /^\s*record\.(\w+)\.map\(\s*(\w+)\s*,(.+)\)\.sum\(\)\s*$/s;
const ARITHMETIC = /^[\w\s.*+/()-]+$/;
const COLUMN = /^\s*\w+\.(\w+)\s*$/;
const NAMES = /(?<![\w.])[A-Za-z_]\w*/g;

/** Lists only expressions that read nothing but the row. */
export const listRowSums = ({ fields }: Pick<Entity, 'fields'>, table: string): readonly RowSum[] =>
  fields.flatMap((field) => {
    const [, summed, row, each = ''] = SUM.exec(field.computed?.source ?? '') ?? [];
    if (summed !== table || row === undefined || !ARITHMETIC.test(each)) return [];
    if ((each.match(NAMES) ?? []).some((name) => name !== row)) return [];
    const [, column] = COLUMN.exec(each) ?? [];
    return [{ field, ...(column !== undefined && { column }) }];
  });

export const computeRowShare = (sum: RowSum, table: string, row: Row): Value =>
  computeRowSum(sum, table, [row]);

export function computeRowSum({ field }: RowSum, table: string, rows: readonly Row[]): Value {
  const record = { ...EMPTY_RECORD, fields: { [table]: rows } };
  const share = evaluateStorable(field.computed!, field, { record, now: ANY_MOMENT });
  return typeof share === 'symbol' ? null : share;
}

const ANY_MOMENT = '1970-01-01T00:00:00.000Z';
const EMPTY_RECORD = { id: '', number: null, state: '', openedBy: '', openedAt: '', assignee: null };
