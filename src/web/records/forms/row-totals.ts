import type { FormInput } from '#views/view-models/form.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { RecordInput } from '#domain/record/record-commands.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import { readScalar } from '#domain/record/input/read-table-rows.js';
import { computeRowShare, computeRowSum, type RowSum } from '#domain/record/computed/sums-of-rows.js';
import type { ParseContext } from '#specification/field-types/parse-result.js';
import { getFieldType } from '#specification/field-types/find-field-type.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Language } from '#specification/refusal-words/language.js';
import type { Field } from '#specification/model/specification.js';
import type { Row, Value } from '#specification/model/stored-value.js';

export interface TotalsContext {
  /** Those the person may read. */
  readonly sumsOf: (table: string) => readonly RowSum[];
  readonly reading: ParseContext;
  readonly show: (field: Field, value: Value) => DisplayValue;
}

/** undefined: no sums. */
export function sumRows(
  table: Field,
  rows: readonly RecordInput[],
  { sumsOf, reading, show }: TotalsContext,
): FormInput['totals'] {
  const sums = sumsOf(table.key);
  if (sums.length === 0) return undefined;
  const added = sums.filter(({ column }) => column === undefined);
  const read = rows.map((row) => numbersIn(table, row, reading));
  const total = (sum: RowSum): DisplayValue => {
    const complete = read.filter((row) => computeRowShare(sum, table.key, row) !== null);
    return show(sum.field, complete.length === 0 ? null : computeRowSum(sum, table.key, complete));
  };
  return {
    columns: added.map(({ field: { key, title } }) => ({ key, title })),
    rows: read.map((row) => added.map((sum) => show(sum.field, computeRowShare(sum, table.key, row)))),
    below: table.fields.map(({ key }) => {
      const sum = sums.find(({ column }) => column === key);
      return sum ? total(sum) : null;
    }),
    all: added.map(total),
  };
}

/** Unparsable numbers count as empty. */
function numbersIn({ fields }: Field, row: RecordInput, reading: ParseContext): Row {
  const read = (field: Field) => {
    const outcome = readScalar(field, row[field.key], reading);
    return 'value' in outcome ? outcome.value : null;
  };
  return Object.fromEntries(
    fields.map((field) => [field.key, getFieldType(field).isNumber ? read(field) : null]),
  );
}

/** Checks notation only; choices are not looked up. */
export function findInvalidCells(
  table: Field,
  rows: readonly RecordInput[],
  { reading, language }: { readonly reading: ParseContext; readonly language: Language },
): readonly Reason[] {
  const columns = table.fields.filter(isTyped);
  return rows.flatMap((row, index) =>
    columns.flatMap((column) => {
      const outcome = readScalar(column, row[column.key] ?? '', reading);
      if ('value' in outcome) return [];
      const { code, with: words } = outcome.wrong;
      const cell = { column: column.title, row: index + 1, table: table.title };
      const fields = [`${table.key}.${index}.${column.key}`];
      return [
        createBuiltInReason(
          code,
          { with: { field: createPhrase('the.cell', cell), ...words }, fields },
          language,
        ),
      ];
    }),
  );
}

function isTyped(column: Field): boolean {
  const { pointsTo, isListed, isYesNo } = getFieldType(column);
  return pointsTo === undefined && isListed !== true && isYesNo !== true;
}
