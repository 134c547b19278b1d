// How long a text can be at all: it has to get through one request, and into one event.
import type { Entity, Field, Specification } from './specification.js';
import { typeOf } from './field-types/type-of.js';

/** Characters. A request may have 1 MB, and EventStoreDB takes 1 MiB at once unless it is told otherwise. */
export const LARGEST_TEXT = 1_000_000;

/** Text fields that promise more, columns of tables as well. */
export function textsThatDoNotFit({ entities }: Specification): readonly { entity: Entity; field: Field }[] {
  return Object.values(entities).flatMap((entity) =>
    withColumns(entity.fields)
      .filter((field) => typeOf(field).isProse && field.max !== undefined && field.max > LARGEST_TEXT)
      .map((field) => ({ entity, field })),
  );
}

const withColumns = (fields: readonly Field[]): readonly Field[] =>
  fields.flatMap((field) => [field, ...withColumns(field.fields)]);
