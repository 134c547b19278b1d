// A version as it runs: its entities go by the keys that they are stored under, whatever the document calls them. Only what people read
// and write goes by `name`.
import { keyed } from './document/keyed.js';
import type { Entity, EntityName, Scope, Specification, Template } from './specification.js';
import { storedKey, type StoredKeys } from './upgrade/stored-keys.js';
import type { TitledEntities } from './titles.js';
import type { FieldVocabulary, Vocabulary } from './vocabulary.js';

type Entities = Readonly<Record<string, unknown>>;

const isAsDeclared = (entities: Entities, keys: StoredKeys): boolean =>
  Object.keys(entities).every((name) => storedKey(keys, name) === name);

const rekeyed = <From, To>(
  from: Readonly<Record<string, From>>,
  keys: StoredKeys,
  to: (each: From, key: string) => To,
): Readonly<Record<string, To>> =>
  keyed(Object.entries(from).map(([name, each]) => [storedKey(keys, name), to(each, storedKey(keys, name))]));

export function specificationUnderStoredKeys(specification: Specification, keys: StoredKeys): Specification {
  if (isAsDeclared(specification.entities, keys)) return specification;
  const stored = (name: string) => storedKey(keys, name);
  const names = new Map(Object.keys(specification.entities).map((name) => [stored(name), name]));
  const { entities, screens, calls, receives, errors, limits } = specification;
  return {
    ...specification,
    entities: rekeyed(entities, keys, (entity, key): Entity => ({
      ...entity,
      key,
      fields: entity.fields.map((field) => fieldUnder(field, keys)),
      rules: entity.rules.map((rule) => ({ ...rule, entity: key })),
    })),
    screens: screens.map((screen) => ({ ...screen, entity: stored(screen.entity) })),
    calls: calls.map(({ on, parts, ...call }) => ({
      ...call,
      ...(on && { on: { ...on, entity: stored(on.entity) } }),
      parts: rekeyed(parts, keys, (each) => each),
    })),
    receives: receives.map((receive) => ({ ...receive, entity: stored(receive.entity) })),
    errors: keyed(
      Object.entries(errors).map(([code, { message, remedy, ...entry }]) => [
        code,
        {
          ...entry,
          message: templateUnder(message, names),
          ...(remedy && { remedy: templateUnder(remedy, names) }),
        },
      ]),
    ),
    limits: { ...limits, retention: rekeyed(limits.retention, keys, (each) => each) },
  };
}

function fieldUnder<Each extends { readonly to?: string; readonly fields: readonly Each[] }>(
  field: Each,
  keys: StoredKeys,
): Each {
  return {
    ...field,
    ...(field.to !== undefined && { to: storedKey(keys, field.to) }),
    fields: field.fields.map((column) => fieldUnder(column, keys)),
  };
}

/** A message of several entities finds its own by what the document calls it. */
function templateUnder(template: Template, names: ReadonlyMap<string, string>): Template {
  const named = ({ record, ...scope }: Scope): Scope => {
    if (!record) return scope;
    const entity = record.entity === undefined ? undefined : names.get(record.entity);
    return { ...scope, record: entity === undefined ? record : { ...record, entity } };
  };
  return { ...template, render: (scope) => template.render(named(scope)) };
}

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
