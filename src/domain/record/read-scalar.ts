// One typed value of any type but a table, read as its type reads it.
import { EMPTY, type ParseResult, type ParseContext } from '#specification/field-types/outcome.js';
import { typeOf } from '#specification/field-types/type-of.js';
import type { Field } from '#specification/specification.js';

export function readScalar(field: Field, raw: unknown, reading: ParseContext): ParseResult {
  if (raw === null || raw === undefined || raw === '') return EMPTY;
  return typeOf(field).read(field, raw, reading);
}
