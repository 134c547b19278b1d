// A field by its key: looked up in an index, since whoever asks does so for each of many.
import type { Entity, Field } from './specification.js';

const indexes = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

export function fieldOf({ fields }: Pick<Entity, 'fields'>, key: string): Field | undefined {
  let index = indexes.get(fields);
  if (!index) indexes.set(fields, (index = new Map(fields.map((field) => [field.key, field]))));
  return index.get(key);
}
