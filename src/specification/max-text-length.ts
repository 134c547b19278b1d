import type { Entity, Field, Specification } from './model/specification.js';
import { getFieldType } from './field-types/find-field-type.js';

/** Characters: requests have 1 MB at most, and EventStoreDB appends 1 MiB. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** Base64: four characters for three bytes. */
export const MAX_SEALED_TEXT_LENGTH = 750_000;

export interface OversizedTextField {
  readonly entity: Entity;
  readonly field: Field;
  readonly max: number;
  readonly fits: number;
}

/** `table`: of a column, as it may be personal. */
export const getMaxTextLength = (field: Field, table?: Field): number =>
  (field.personal ?? table?.personal) === undefined ? MAX_TEXT_LENGTH : MAX_SEALED_TEXT_LENGTH;

export function findOversizedTextFields({ entities, limits }: Specification): readonly OversizedTextField[] {
  return Object.values(entities).flatMap((entity) =>
    flattenColumns(entity.fields)
      .filter(({ field }) => getFieldType(field).isProse)
      .map(({ field, table }) => ({
        entity,
        field,
        max: field.max ?? limits.text,
        fits: getMaxTextLength(field, table),
      }))
      .filter(({ max, fits }) => max > fits),
  );
}

const flattenColumns = (fields: readonly Field[]): readonly { field: Field; table?: Field }[] =>
  fields.flatMap((field) => [{ field }, ...field.fields.map((column) => ({ field: column, table: field }))]);
