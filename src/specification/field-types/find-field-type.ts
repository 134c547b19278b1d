import type { Field, Entity } from '../model/specification.js';
import { ALL_FIELD_TYPES } from './all-field-types.js';
import type { FieldTypeDefinition, FieldTypeOption } from './field-type.js';

const BY_NAME: ReadonlyMap<string, FieldTypeDefinition> = new Map(
  ALL_FIELD_TYPES.map((each) => [each.name, each]),
);

export const FIELD_TYPES: readonly string[] = ALL_FIELD_TYPES.map(({ name }) => name);

export function getFieldType({ type }: { readonly type: string }): FieldTypeDefinition {
  const found = BY_NAME.get(type);
  if (!found) throw new TypeError(`there is no type of fields called ${type}`);
  return found;
}

export function listTypesWithOption(option: string): readonly string[] | undefined {
  const types = ALL_FIELD_TYPES.filter(({ options }) => options?.includes(option as FieldTypeOption)).map(
    ({ name }) => name,
  );
  return types.length > 0 ? types : undefined;
}

export const hasRows = (field: { readonly type: string }): boolean => getFieldType(field).holds === 'rows';

export const hasFiles = (field: { readonly type: string }): boolean => getFieldType(field).holds === 'files';

export const hasSingleValue = (field: { readonly type: string }): boolean =>
  getFieldType(field).holds === 'value';

export const getDecimalPlaces = (field: Pick<Field, 'type' | 'places'>): number =>
  getFieldType(field).isWhole ? 0 : field.places;

const indexes = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

export function findField({ fields }: Pick<Entity, 'fields'>, key: string): Field | undefined {
  let index = indexes.get(fields);
  if (!index) indexes.set(fields, (index = new Map(fields.map((field) => [field.key, field]))));
  return index.get(key);
}
