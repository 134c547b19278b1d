// How long a text can be at all: it has to get through one request, and into one event.
import type { Entity, Field, Specification } from './model/specification.js';
import { getFieldType } from './field-types/find-field-type.js';

/** Characters: a request may have 1 MB, and EventStoreDB appends 1 MiB by default. */
export const MAX_TEXT_LENGTH = 1_000_000;

/** What is sealed is written in base64: four signs for three bytes. */
export const MAX_SEALED_TEXT_LENGTH = 750_000;

export interface TextTooLong {
  readonly entity: Entity;
  readonly field: Field;
  /** What it promises. */
  readonly max: number;
  readonly fits: number;
}

/** Of a column, with its table: that may be personal as a whole. */
export const getMaxTextLength = (field: Field, table?: Field): number =>
  (field.personal ?? table?.personal) === undefined ? MAX_TEXT_LENGTH : MAX_SEALED_TEXT_LENGTH;

/** Text fields and columns whose declared or default maximum exceeds what can be stored. */
export function findTextsTooLong({ entities, limits }: Specification): readonly TextTooLong[] {
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
