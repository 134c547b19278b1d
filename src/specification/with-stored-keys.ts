// Entities go by stored keys; only input and output use `name`.
import { toNullPrototypeObject } from './document/null-prototype-object.js';
import {
  renameSpecification,
  UNCHANGED_NAME,
  UNCHANGED_ENTITY_NAMES,
} from './naming/rename-specification.js';
import type { Entity, EntityName, Specification } from './model/specification.js';
import { getStoredKey, type StoredKeys } from './upgrade/stored-keys.js';
import type { TitledEntities } from './naming/version-titles.js';
import type { FieldVocabulary, Vocabulary } from './version-vocabulary.js';

type Entities = Readonly<Record<string, unknown>>;

const isAsDeclared = (entities: Entities, keys: StoredKeys): boolean =>
  Object.keys(entities).every((name) => getStoredKey(keys, name) === name);

const renameKeys = <From, To>(
  from: Readonly<Record<string, From>>,
  keys: StoredKeys,
  to: (each: From, key: string) => To,
): Readonly<Record<string, To>> =>
  toNullPrototypeObject(
    Object.entries(from).map(([name, each]) => [
      getStoredKey(keys, name),
      to(each, getStoredKey(keys, name)),
    ]),
  );

export function withStoredKeys(specification: Specification, keys: StoredKeys): Specification {
  if (isAsDeclared(specification.entities, keys)) return specification;
  const entity = (name: string) => getStoredKey(keys, name);
  return renameSpecification(specification, {
    entity,
    role: UNCHANGED_NAME,
    in: () => UNCHANGED_ENTITY_NAMES,
  });
}

const renameFieldTarget = (field: FieldVocabulary, keys: StoredKeys): FieldVocabulary => ({
  ...field,
  ...(field.to !== undefined && { to: getStoredKey(keys, field.to) }),
  fields: field.fields.map((column) => renameFieldTarget(column, keys)),
});

export function vocabularyWithStoredKeys(words: Vocabulary, keys: StoredKeys): Vocabulary {
  if (isAsDeclared(words.entities, keys)) return words;
  const fieldOf = (field: FieldVocabulary) => renameFieldTarget(field, keys);
  return {
    ...words,
    entities: renameKeys(words.entities, keys, (entity, key) => ({
      ...entity,
      key,
      fields: entity.fields.map(fieldOf),
    })),
    ...(words.titled && { titled: titlesWithStoredKeys(words.titled, keys) }),
  };
}

export function titlesWithStoredKeys(titled: TitledEntities, keys: StoredKeys): TitledEntities {
  if (isAsDeclared(titled.entities, keys)) return titled;
  return { entities: renameKeys(titled.entities, keys, (entity, key) => ({ ...entity, key })) };
}

/** Addresses use names. */
export function findEntityByName(
  { entities }: Pick<Specification, 'entities'>,
  name: string,
): Entity | undefined {
  return Object.values(entities).find((entity) => entity.name === name);
}

/** The key if the running version lacks the entity. */
export const getEntityName = ({ entities }: Pick<Specification, 'entities'>, key: string): EntityName =>
  Object.hasOwn(entities, key) ? entities[key]!.name : (key as EntityName);
