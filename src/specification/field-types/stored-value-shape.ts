// Damaged values and logs of other programs may have any shape.
import { isUnreadable } from '../model/stored-value.js';
import { hasSingleValue, getFieldType } from './find-field-type.js';

interface ShapedField {
  readonly key: string;
  readonly type: string;
  readonly fields: readonly ShapedField[];
}

/** The field may have had another type. */
export function hasStoredShape(field: ShapedField, value: unknown): boolean {
  if (value === null || value === undefined || isUnreadable(value)) return true;
  if (hasSingleValue(field)) return typeof value !== 'object';
  if (!Array.isArray(value)) return false;
  return getFieldType(field).holds === 'files'
    ? value.every(isFileRow)
    : value.every((row) => isRow(field, row));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRow = ({ fields }: ShapedField, row: unknown): boolean =>
  isObject(row) &&
  (isUnreadable(row) ||
    fields.every((column) =>
      hasStoredShape(column, Object.hasOwn(row, column.key) ? row[column.key] : null),
    ));

const isFileRow = (row: unknown): boolean =>
  isObject(row) &&
  (isUnreadable(row) ||
    (['sha256', 'name', 'type'].every((key) => typeof row[key] === 'string') &&
      typeof row['size'] === 'number'));
