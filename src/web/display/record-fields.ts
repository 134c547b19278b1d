import type { DisplayValue } from '#views/view-models/display-value.js';
import type { RecordPage } from '#views/view-models/record.js';
import { computeRowShare, listRowSums, type RowSum } from '#domain/record/computed/sums-of-rows.js';
import type { VisibleRecord } from '#query-handling/visibility/visible-records.js';
import { findField, hasRows } from '#specification/field-types/find-field-type.js';
import type { Entity, Field, Screen } from '#specification/model/specification.js';
import type { Row } from '#specification/model/stored-value.js';
import { displayField, displayValue, toValueDisplayContext, type DisplayContext } from './display-value.js';

interface FieldsSource {
  readonly entity: Entity;
  /** The declared detail screen, which selects and orders the fields. */
  readonly screen?: Screen;
  readonly record: VisibleRecord;
}

type FilledAndEmpty = Pick<RecordPage, 'fields' | 'emptyFields'>;

export function presentRecordFields(
  { entity, screen, record }: FieldsSource,
  words: DisplayContext,
): FilledAndEmpty & Pick<RecordPage, 'summary'> {
  const shown = displayedFields({ entity, record, words });
  const summary = entity.summary
    .flatMap((key) => shown.get(key) ?? [])
    .filter((each) => !each.hidden && !isEmpty(each));
  const large = new Set(summary.map(({ key }) => key));
  const others = fieldsOf(entity, screen)
    .filter(({ key }) => !large.has(key))
    .flatMap(({ key }) => shown.get(key) ?? []);
  return { summary, ...partedByEmptiness(others) };
}

export const splitFilledAndEmpty = (source: SumsSource): FilledAndEmpty =>
  partedByEmptiness([...displayedFields(source).values()]);

const displayedFields = (source: SumsSource): ReadonlyMap<string, DisplayValue> =>
  new Map(
    source.entity.fields.map((field) => [
      field.key,
      withSums(field, displayField(field, source.record, source.words), source),
    ]),
  );

const partedByEmptiness = (all: readonly DisplayValue[]): FilledAndEmpty => ({
  fields: all.filter((each) => !isEmpty(each)),
  emptyFields: all.filter(isEmpty),
});

/** Hidden values count as filled, so that nothing about them is revealed. */
export const isEmpty = ({ value, hidden }: DisplayValue): boolean =>
  !hidden && (value === null || value === '' || (Array.isArray(value) && value.length === 0));

function fieldsOf(entity: Entity, screen: Screen | undefined): Entity['fields'] {
  if (!screen || screen.fields.length === 0) return entity.fields;
  return screen.fields.flatMap((key) => findField(entity, key) ?? []);
}

interface SumsSource {
  readonly entity: Entity;
  readonly record: VisibleRecord;
  readonly words: DisplayContext;
}

/** Adds row and table totals of computed fields that the viewer may read. */
function withSums(field: Field, table: DisplayValue, { entity, record, words }: SumsSource): DisplayValue {
  const rows = record.fields[field.key];
  if (!hasRows(field) || !table.rows || !table.columns || !Array.isArray(rows) || rows.length === 0)
    return table;
  const sums = listRowSums(entity, field.key).filter((sum) => !record.hidden.has(sum.field.key));
  if (sums.length === 0) return table;
  const added = sums.filter(({ column }) => column === undefined);
  const total = ({ field: sum }: RowSum) => displayField(sum, record, words);
  const below = field.fields.map(({ key }) => {
    const sum = sums.find(({ column }) => column === key);
    return sum ? total(sum) : null;
  });
  return {
    ...table,
    columns: [...table.columns, ...added.map(({ field: { key, title } }) => ({ key, title }))],
    rows: table.rows.map((cells, index) => [
      ...cells,
      ...added.map((sum) =>
        displayValue(
          sum.field,
          computeRowShare(sum, field.key, (rows as readonly Row[])[index]!),
          toValueDisplayContext(words),
        ),
      ),
    ]),
    sums: [...below, ...added.map(total)],
  };
}
