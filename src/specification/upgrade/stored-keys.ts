// An entity keeps its first published key in streams and documents.
import { toNullPrototypeObject } from '../document/null-prototype-object.js';
import { isRenamedIn } from './migration.js';
import type { EntitySchema, FieldSchema, NamedSchema, VersionSchema } from './version-schema.js';

/** Includes entities of earlier versions. */
export type StoredKeys = ReadonlyMap<string, string>;

type NamedEntity = Pick<NamedSchema, 'key' | 'was'>;

export interface StoredEntityKeys {
  readonly keys: StoredKeys;
  readonly declared: readonly NamedEntity[];
  readonly used: ReadonlySet<string>;
  readonly former: StoredKeys;
}

export const NO_STORED_ENTITY_KEYS: StoredEntityKeys = {
  keys: new Map(),
  declared: [],
  used: new Set(),
  former: new Map(),
};

export function assignStoredKeys(
  before: StoredEntityKeys,
  entities: readonly NamedEntity[],
): StoredEntityKeys {
  const sourceOf = (entity: NamedEntity): string =>
    isRenamedIn(entity, before.declared) ? entity.was! : entity.key;
  const renamed = new Set(
    entities.filter((each) => isRenamedIn(each, before.declared)).map((each) => each.was!),
  );
  const names = new Set(entities.map(({ key }) => key));
  const used = new Set(before.used);
  const taken = new Set<string>();
  const keys = new Map([...before.keys].filter(([name]) => !names.has(name) && !renamed.has(name)));
  const isFollowed = (entity: NamedEntity) =>
    isRenamedIn(entity, before.declared) || !renamed.has(entity.key);
  for (const entity of entities) {
    const known = isFollowed(entity) ? before.keys.get(sourceOf(entity)) : undefined;
    const stored = known !== undefined && !taken.has(known) ? known : findFreeKey(entity.key, used);
    taken.add(stored);
    used.add(stored);
    keys.set(entity.key, stored);
  }
  const gone = before.declared.filter(({ key }) => !names.has(key) && !renamed.has(key));
  const renames = [...renamed].flatMap((name) => {
    const stored = before.keys.get(name);
    return stored === undefined ? [] : [[name, stored] as const];
  });
  const former = new Map([...before.former, ...renames].filter(([name]) => !names.has(name)));
  const declared = [...gone, ...entities.map(({ key, was }) => createNamedEntity(key, was))];
  return { keys, declared, used, former };
}

const createNamedEntity = (key: string, was: string | undefined): NamedEntity =>
  was === undefined ? { key } : { key, was };

const MAX_KEY_LENGTH = 60;

/** `Case`, or `Case2` if taken. */
function findFreeKey(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; used.has(free); count += 1)
    free = `${name.slice(0, MAX_KEY_LENGTH - String(count).length)}${count}`;
  return free;
}

export const getStoredKey = (keys: StoredKeys, name: string): string => keys.get(name) ?? name;

export function rekeyVersionSchemas(schemas: readonly VersionSchema[]): readonly VersionSchema[] {
  let before = NO_STORED_ENTITY_KEYS;
  return schemas.map((schema) => {
    before = assignStoredKeys(before, Object.values(schema.entities));
    return withStoredKeys(schema, before.keys);
  });
}

function withStoredKeys(schema: VersionSchema, keys: StoredKeys): VersionSchema {
  const fieldOf = (field: FieldSchema): FieldSchema => ({
    ...field,
    ...(field.to !== undefined && { to: getStoredKey(keys, field.to), toName: field.to }),
    columns: field.columns.map(fieldOf),
  });
  return {
    ...schema,
    entities: toNullPrototypeObject(
      Object.values(schema.entities).map((entity): [string, EntitySchema] => {
        const key = getStoredKey(keys, entity.key);
        return [key, { ...entity, key, name: entity.key, fields: entity.fields.map(fieldOf) }];
      }),
    ),
  };
}
