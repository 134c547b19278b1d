// A version as it runs: its entities go by the keys that they are stored under, whatever the document calls them. Only what people read
// and write goes by `name`.
import { toRecord } from './document/object-without-prototype.js';
import { renameSpecification, SAME, SAME_IN_ENTITY } from './naming/rename-specification.js';
import type { Entity, EntityName, Specification } from './model/specification.js';
import { storedKey, type StoredKeys } from './upgrade/stored-keys.js';
import type { TitledEntities } from './naming/version-titles.js';
import type { FieldVocabulary, Vocabulary } from './version-vocabulary.js';

type Entities = Readonly<Record<string, unknown>>;

const isAsDeclared = (entities: Entities, keys: StoredKeys): boolean =>
  Object.keys(entities).every((name) => storedKey(keys, name) === name);

const rekeyed = <From, To>(
  from: Readonly<Record<string, From>>,
  keys: StoredKeys,
  to: (each: From, key: string) => To,
): Readonly<Record<string, To>> =>
  toRecord(
    Object.entries(from).map(([name, each]) => [storedKey(keys, name), to(each, storedKey(keys, name))]),
  );

export function specificationUnderStoredKeys(specification: Specification, keys: StoredKeys): Specification {
  if (isAsDeclared(specification.entities, keys)) return specification;
  const entity = (name: string) => storedKey(keys, name);
  return renameSpecification(specification, { entity, role: SAME, in: () => SAME_IN_ENTITY });
}

const fieldUnder = (field: FieldVocabulary, keys: StoredKeys): FieldVocabulary => ({
  ...field,
  ...(field.to !== undefined && { to: storedKey(keys, field.to) }),
  fields: field.fields.map((column) => fieldUnder(column, keys)),
});

export function vocabularyUnderStoredKeys(words: Vocabulary, keys: StoredKeys): Vocabulary {
  if (isAsDeclared(words.entities, keys)) return words;
  const fieldOf = (field: FieldVocabulary) => fieldUnder(field, keys);
  return {
    ...words,
    entities: rekeyed(words.entities, keys, (entity, key) => ({
      ...entity,
      key,
      fields: entity.fields.map(fieldOf),
    })),
    ...(words.titled && { titled: titlesUnderStoredKeys(words.titled, keys) }),
  };
}

export function titlesUnderStoredKeys(titled: TitledEntities, keys: StoredKeys): TitledEntities {
  if (isAsDeclared(titled.entities, keys)) return titled;
  return { entities: rekeyed(titled.entities, keys, (entity, key) => ({ ...entity, key })) };
}

/** The entity that the running version calls so, as people and addresses do. */
export function entityCalled(
  { entities }: Pick<Specification, 'entities'>,
  name: string,
): Entity | undefined {
  return Object.values(entities).find((entity) => entity.name === name);
}

/** What people call the entity of this key; the key itself, where the running version does not have it any more. */
export const nameOfEntity = ({ entities }: Pick<Specification, 'entities'>, key: string): EntityName =>
  Object.hasOwn(entities, key) ? entities[key]!.name : (key as EntityName);
