// Stored values as the JSON API gives them: decimals and amounts as texts with all their digits, everything else as it is stored.
import { PLAIN_NOTATION } from '#specification/numbers/number-notation.js';
import type { Field } from '#specification/model/specification.js';
import type { Fields, Row, Value } from '#specification/model/stored-value.js';
import { hasFiles, getFieldType } from '#specification/field-types/find-field-type.js';

export function fieldsJson(fields: readonly Field[], values: Fields): Fields {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, valueJson(byKey.get(key), value)]),
  );
}

/** `"12.50"` for 1250 of a currency with two places. `field`: undefined where no field holds it. */
export function valueJson(field: Field | undefined, value: Value): Value {
  if (field === undefined || value === null) return value;
  if (typeof value === 'number')
    return getFieldType(field).exported?.(value) ?? PLAIN_NOTATION.write(value, field.places);
  if (!Array.isArray(value)) return value;
  if (hasFiles(field)) return value;
  return (value as readonly Row[]).map((row) => fieldsJson(field.fields, row) as Row);
}
