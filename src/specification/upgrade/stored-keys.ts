// An entity keeps the key that it was published under first, however later versions call it: names of streams and stored documents carry
// it. Found along `was`, from the first version on; no document writes it.
import { toRecord } from '../document/to-record.js';
import { isRenamedIn } from './migration.js';
import type { EntitySchema, FieldSchema, NamedSchema, VersionSchema } from './version-schema.js';

/** What a version calls an entity → the key that it is stored under. Entities of earlier versions that it does not have are in it, too. */
export type StoredKeys = ReadonlyMap<string, string>;

type NamedEntity = Pick<NamedSchema, 'key' | 'was'>;

/** What is known of the entities once a version is published. */
export interface EntityKeys {
  readonly keys: StoredKeys;
  /** As each name was declared last. */
  readonly declared: readonly NamedEntity[];
  /** Every key that something was ever stored under. */
  readonly used: ReadonlySet<string>;
  /** Names that were given up and are not used again. */
  readonly former: StoredKeys;
}

export const NO_ENTITIES: EntityKeys = { keys: new Map(), declared: [], used: new Set(), former: new Map() };

/** After one more version. */
export function assignEntityKeys(before: EntityKeys, entities: readonly NamedEntity[]): EntityKeys {
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

const LONGEST = 60;

/** `Case`, or where something else was stored under that, `Case2`. */
function findFreeKey(name: string, used: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; used.has(free); count += 1)
    free = `${name.slice(0, LONGEST - String(count).length)}${count}`;
  return free;
}

export const getStoredKey = (keys: StoredKeys, name: string): string => keys.get(name) ?? name;

/** Versions of an application, oldest first, with their entities by stored keys. */
export function rekeyVersions(schemas: readonly VersionSchema[]): readonly VersionSchema[] {
  let before = NO_ENTITIES;
  return schemas.map((schema) => {
    before = assignEntityKeys(before, Object.values(schema.entities));
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
    entities: toRecord(
      Object.values(schema.entities).map((entity): [string, EntitySchema] => {
        const key = getStoredKey(keys, entity.key);
        return [key, { ...entity, key, name: entity.key, fields: entity.fields.map(fieldOf) }];
      }),
    ),
  };
}
