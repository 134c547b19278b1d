// Decimals and amounts are strings that preserve all digits.
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import type { Field } from '#specification/model/specification.js';
import type { Fields, Row, Value } from '#specification/model/stored-value.js';
import { hasFiles, getFieldType } from '#specification/field-types/find-field-type.js';

/** Of the current or an earlier version. */
type WrittenField = Pick<Field, 'key' | 'type' | 'places'> & { readonly fields: readonly WrittenField[] };

export function toFieldsJson(fields: readonly WrittenField[], values: Fields): Fields {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, toValueJson(byKey.get(key), value)]),
  );
}

/** `"12.50"` for 1250 of a currency with two places. `field`: undefined if removed. */
export function toValueJson(field: WrittenField | undefined, value: Value): Value {
  if (field === undefined || value === null) return value;
  if (typeof value === 'number')
    return getFieldType(field).exported?.(value) ?? PLAIN_NOTATION.write(value, field.places);
  if (!Array.isArray(value)) return value;
  if (hasFiles(field)) return value;
  return (value as readonly Row[]).map((row) => toFieldsJson(field.fields, row) as Row);
}
