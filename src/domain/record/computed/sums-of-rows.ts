// Which computed fields add up the rows of a table, and what each row contributes.
import type { Entity, Field } from '#specification/model/specification.js';
import type { Row, Value } from '#specification/model/stored-value.js';
import { evaluateStorable } from '#domain/evaluate-expressions.js';

/** A computed field that adds up the rows of a table, as `record.lines.map(l, l.quantity * l.price).sum()` does. */
export interface RowSum {
  readonly field: Field;
  /** Key of the column that is added up as it is; undefined: something that is worked out from each row. */
  readonly column?: string;
}

const SUM = /^\s*record\.(\w+)\.map\(\s*(\w+)\s*,(.+)\)\.sum\(\)\s*$/s;
const ARITHMETIC = /^[\w\s.*+/()-]+$/;
const COLUMN = /^\s*\w+\.(\w+)\s*$/;
const NAMES = /(?<![\w.])[A-Za-z_]\w*/g;

/** In the order of the document. Only sums that look at nothing but the row: others would need more of the record than one row. */
export const listRowSums = ({ fields }: Pick<Entity, 'fields'>, table: string): readonly RowSum[] =>
  fields.flatMap((field) => {
    const [, summed, row, each = ''] = SUM.exec(field.computed?.source ?? '') ?? [];
    if (summed !== table || row === undefined || !ARITHMETIC.test(each)) return [];
    if ((each.match(NAMES) ?? []).some((name) => name !== row)) return [];
    const [, column] = COLUMN.exec(each) ?? [];
    return [{ field, ...(column !== undefined && { column }) }];
  });

/** What one row adds to the sum; null: it has no answer, since a value is missing or cannot be read. */
export const computeRowShare = (sum: RowSum, table: string, row: Row): Value =>
  computeRowSum(sum, table, [row]);

/** What these rows come to; null: one of them has no answer. */
export function computeRowSum({ field }: RowSum, table: string, rows: readonly Row[]): Value {
  const record = { ...EMPTY_RECORD, fields: { [table]: rows } };
  const share = evaluateStorable(field.computed!, field, { record, now: ANY_MOMENT });
  return typeof share === 'symbol' ? null : share;
}

/** The expression looks at rows alone. */
const ANY_MOMENT = '1970-01-01T00:00:00.000Z';
const EMPTY_RECORD = { id: '', number: null, state: '', openedBy: '', openedAt: '', assignee: null };
