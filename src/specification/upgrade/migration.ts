// Records keep names of their last migration; later ones follow `was`, `move` and places step by step.
import { getFieldType } from '../field-types/find-field-type.js';
import type { Row, Value } from '../model/stored-value.js';
import type { EntitySchema, FieldSchema, NamedSchema, VersionSchema } from './version-schema.js';

const getOwn = <Each>(names: Readonly<Record<string, Each>>, name: string): Each | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

export interface FieldMigration {
  readonly to: string;
  /** Power of 10 that multiplies stored units. */
  readonly digits?: number;
  readonly choices?: Renames;
  readonly columns?: Readonly<Record<string, FieldMigration>>;
}

/** Old → new; unchanged names are missing. */
export type Renames = Readonly<Record<string, string>>;

export interface EntityMigration {
  readonly fields: Readonly<Record<string, FieldMigration>>;
  readonly states: Renames;
  /** Removed → replacement. */
  readonly moves: Renames;
  readonly actions: Renames;
  readonly roles: Renames;
}

export interface Migration {
  readonly entities: Readonly<Record<string, EntityMigration>>;
  readonly roles: Renames;
}

const NONE: Renames = {};
export const EMPTY_ENTITY_MIGRATION: EntityMigration = {
  fields: {},
  states: NONE,
  moves: NONE,
  actions: NONE,
  roles: NONE,
};

/** `was` renames only in the version that first declares it. */
export const isRenamedIn = (
  { key, was }: Pick<NamedSchema, 'key' | 'was'>,
  before: readonly Pick<NamedSchema, 'key' | 'was'>[],
): boolean => was !== undefined && before.find((each) => each.key === key)?.was !== was;

function findRenames(before: readonly NamedSchema[], after: readonly NamedSchema[]): Renames {
  const renamed = after.filter((each) => isRenamedIn(each, before));
  return Object.fromEntries(renamed.map(({ key, was }) => [was!, key]));
}

/** A field that returns is the same field. */
export function addEarlierDeclarations(
  before: VersionSchema | undefined,
  version: VersionSchema,
): VersionSchema {
  if (!before) return version;
  const entities = { ...version.entities };
  for (const [key, earlier] of Object.entries(before.entities)) {
    const now = getOwn(entities, key);
    entities[key] = now ? { ...now, fields: addEarlierFields(earlier.fields, now.fields) } : earlier;
  }
  return { ...version, entities };
}

function addEarlierFields(
  before: readonly FieldSchema[],
  now: readonly FieldSchema[],
): readonly FieldSchema[] {
  const renamed = new Set(now.filter((each) => isRenamedIn(each, before)).map(({ was }) => was));
  const declared = now.map((field) => {
    const source = isRenamedIn(field, before) ? field.was : field.key;
    const same = before.find(({ key }) => key === source);
    return same && same.columns.length > 0
      ? { ...field, columns: addEarlierFields(same.columns, field.columns) }
      : field;
  });
  const names = new Set(now.map(({ key }) => key));
  return [...declared, ...before.filter(({ key }) => !names.has(key) && !renamed.has(key))];
}

/** `before`: with earlier declarations. */
export function createMigration(before: VersionSchema, after: VersionSchema): Migration {
  const roles = findRenames(before.roles, after.roles);
  const entities: Record<string, EntityMigration> = {};
  for (const [key, now] of Object.entries(after.entities)) {
    const earlier = getOwn(before.entities, key);
    if (earlier) entities[key] = { ...createEntityMigration(earlier, now), roles };
  }
  return { entities, roles };
}

function createEntityMigration(before: EntitySchema, after: EntitySchema): Omit<EntityMigration, 'roles'> {
  return {
    fields: createFieldMigrations(before.fields, after.fields),
    states: findRenames(before.states, after.states),
    moves: Object.fromEntries(Object.entries(after.move).map(([from, { to }]) => [from, to])),
    actions: findRenames(before.actions, after.actions),
  };
}

function createFieldMigrations(
  before: readonly FieldSchema[],
  after: readonly FieldSchema[],
): Readonly<Record<string, FieldMigration>> {
  const renamed = new Set(after.filter((each) => isRenamedIn(each, before)).map(({ was }) => was!));
  const found: Record<string, FieldMigration> = {};
  for (const field of after) {
    const isRenamed = isRenamedIn(field, before);
    const source = isRenamed ? field.was! : field.key;
    if (!isRenamed && renamed.has(source)) continue;
    const earlier = before.find(({ key }) => key === source);
    const migration = earlier ? createFieldMigration(earlier, field) : { to: field.key };
    if (isChanging(source, migration)) found[source] = migration;
  }
  return found;
}

function createFieldMigration(before: FieldSchema, after: FieldSchema): FieldMigration {
  const digits = countAddedDigits(before, after);
  const choices = findChoiceRenames(before, after);
  const columns = createFieldMigrations(before.columns, after.columns);
  return {
    to: after.key,
    ...(digits > 0 && { digits }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(Object.keys(columns).length > 0 && { columns }),
  };
}

/** The value stays, in smaller units. */
export function countAddedDigits(before: FieldSchema, after: FieldSchema): number {
  const [from, to] = [getFieldType(before), getFieldType(after)];
  const isWidened = before.type === after.type || from.becomes === after.type;
  if (!isWidened || from.isNumber !== true || to.isNumber !== true) return 0;
  return before.currency === after.currency ? Math.max(0, after.places - before.places) : 0;
}

function findChoiceRenames(before: FieldSchema, after: FieldSchema): Renames {
  return Object.fromEntries(
    after.choices.flatMap(({ value, was }) => {
      const known = before.choices.find((each) => each.value === value)?.was ?? [];
      return was.filter((each) => !known.includes(each)).map((each) => [each, value]);
    }),
  );
}

const isChanging = (source: string, { to, digits, choices, columns }: FieldMigration): boolean =>
  to !== source || digits !== undefined || choices !== undefined || columns !== undefined;

export function composeEntityMigrations(first: EntityMigration, then: EntityMigration): EntityMigration {
  return {
    fields: composeFields(first.fields, then.fields),
    states: composeRenames(first.states, then.states),
    moves: composeMoves(first, then),
    actions: composeRenames(first.actions, then.actions),
    roles: composeRenames(first.roles, then.roles),
  };
}

/** A reused name is another thing: the second step renames only what the first did not touch. */
export function composeRenames(first: Renames, then: Renames): Renames {
  const given = new Set(Object.values(first));
  const composed = Object.entries(first).map(([from, to]) => [from, getOwn(then, to) ?? to] as const);
  const later = Object.entries(then).filter(([from]) => !Object.hasOwn(first, from) && !given.has(from));
  return Object.fromEntries([...composed, ...later].filter(([from, to]) => from !== to));
}

function composeMoves(first: EntityMigration, then: EntityMigration): Renames {
  const onward = (state: string) => getOwn(then.moves, state) ?? getOwn(then.states, state) ?? state;
  const moved = Object.entries(first.moves).map(([from, to]) => [from, onward(to)] as const);
  const taken = new Set([...Object.keys(first.moves), ...Object.keys(first.states)]);
  const renamed = Object.entries(first.states).flatMap(([from, to]) =>
    Object.hasOwn(then.moves, to) ? [[from, then.moves[to]!] as const] : [],
  );
  const later = Object.entries(then.moves).filter(([from]) => !taken.has(from));
  return Object.fromEntries([...moved, ...renamed, ...later]);
}

function composeFields(
  first: EntityMigration['fields'],
  then: EntityMigration['fields'],
): EntityMigration['fields'] {
  const given = new Set(Object.values(first).map(({ to }) => to));
  const composed = Object.entries(first).map(([from, migration]) => {
    const next = getOwn(then, migration.to);
    return [from, next ? composeField(migration, next) : migration] as const;
  });
  const later = Object.entries(then).filter(([from]) => !Object.hasOwn(first, from) && !given.has(from));
  return Object.fromEntries(
    [...composed, ...later].filter(([from, migration]) => isChanging(from, migration)),
  );
}

function composeField(first: FieldMigration, then: FieldMigration): FieldMigration {
  const digits = (first.digits ?? 0) + (then.digits ?? 0);
  const choices = composeRenames(first.choices ?? {}, then.choices ?? {});
  const columns = composeFields(first.columns ?? {}, then.columns ?? {});
  return {
    to: then.to,
    ...(digits > 0 && { digits }),
    ...(Object.keys(choices).length > 0 && { choices }),
    ...(Object.keys(columns).length > 0 && { columns }),
  };
}

type Values<Each> = Readonly<Record<string, Each>>;

export function renameValueKeys<Each>(values: Values<Each>, fields: EntityMigration['fields']): Values<Each> {
  return Object.fromEntries(migrateEntries(values, fields, (value) => value));
}

export function migrateFields(values: Values<Value>, fields: EntityMigration['fields']): Values<Value> {
  return Object.fromEntries(migrateEntries(values, fields, migrateValue));
}

function migrateEntries<Each>(
  values: Values<Each>,
  fields: EntityMigration['fields'],
  convert: (value: Each, by: FieldMigration) => Each,
): readonly (readonly [string, Each])[] {
  const taken = new Set(
    Object.entries(fields).flatMap(([from, { to }]) => (Object.hasOwn(values, from) ? [to] : [])),
  );
  return Object.entries(values).flatMap(([key, value]) => {
    const by = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (by) return [[by.to, convert(value, by)] as const];
    return taken.has(key) ? [] : [[key, value] as const];
  });
}

/** Sealed values have no parts to convert. */
export function migrateValue(value: Value, { digits, choices, columns }: FieldMigration): Value {
  if (typeof value === 'number') return digits === undefined ? value : value * 10 ** digits;
  if (typeof value === 'string') return choices && Object.hasOwn(choices, value) ? choices[value]! : value;
  if (!Array.isArray(value) || !columns) return value;
  return (value as readonly Row[]).map((row) => migrateFields(row, columns) as Row);
}
