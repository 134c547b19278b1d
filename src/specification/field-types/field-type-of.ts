// A field by its key, and its type by what its document says.
import type { Field, Entity } from '../model/specification.js';
import { ALL } from './all-field-types.js';
import type { FieldTypeDefinition, FieldTypeOption } from './field-type.js';

const BY_NAME: ReadonlyMap<string, FieldTypeDefinition> = new Map(ALL.map((each) => [each.name, each]));

export const FIELD_TYPES: readonly string[] = ALL.map(({ name }) => name);

export function typeOf({ type }: { readonly type: string }): FieldTypeDefinition {
  const found = BY_NAME.get(type);
  if (!found) throw new TypeError(`there is no type of fields called ${type}`);
  return found;
}

/** Types that take an option; undefined: all do. */
export function typesWith(option: string): readonly string[] | undefined {
  const types = ALL.filter(({ options }) => options?.includes(option as FieldTypeOption)).map(
    ({ name }) => name,
  );
  return types.length > 0 ? types : undefined;
}

export const hasRows = (field: { readonly type: string }): boolean => typeOf(field).holds === 'rows';

export const hasFiles = (field: { readonly type: string }): boolean => typeOf(field).holds === 'files';

/** It has a value of its own, that can be compared, shown in a cell, computed. */
export const isSingle = (field: { readonly type: string }): boolean => typeOf(field).holds === 'value';

/** Digits after the point that its values are stored with. */
export const placesOf = (field: Pick<Field, 'type' | 'places'>): number =>
  typeOf(field).isWhole ? 0 : field.places;

/** Whoever asks for a field does so for each of many. */
const indexes = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

export function fieldOf({ fields }: Pick<Entity, 'fields'>, key: string): Field | undefined {
  let index = indexes.get(fields);
  if (!index) indexes.set(fields, (index = new Map(fields.map((field) => [field.key, field]))));
  return index.get(key);
}
