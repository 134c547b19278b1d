import {
  renameSpecification,
  UNCHANGED_NAME,
  type EntityNameMapping,
  type FieldNameMapping,
  type NameMapping,
} from './rename-specification.js';
import type { Specification } from '../model/specification.js';
import {
  EMPTY_ENTITY_MIGRATION,
  type EntityMigration,
  type FieldMigration,
  type Migration,
  type Renames,
} from '../upgrade/migration.js';

type FieldMigrations = Readonly<Record<string, FieldMigration>>;

/** A reused name is another thing. */
function toNameMapping(renames: Renames): NameMapping {
  const taken = new Set(Object.values(renames));
  return (name) => {
    if (Object.hasOwn(renames, name)) return renames[name]!;
    return taken.has(name) ? `${name} (before)` : name;
  };
}

const listRenames = (fields: FieldMigrations): Renames =>
  Object.fromEntries(Object.entries(fields).map(([from, { to }]) => [from, to]));

/** Merged choices keep a name. */
const toJoiningMapping =
  (renames: Renames): NameMapping =>
  (name) =>
    Object.hasOwn(renames, name) ? renames[name]! : name;

const NOT_MIGRATED: Omit<FieldMigration, 'to'> = {};

function toFieldNames(fields: FieldMigrations): FieldNameMapping {
  const of = (field: string) => (Object.hasOwn(fields, field) ? fields[field]! : NOT_MIGRATED);
  return {
    field: toNameMapping(listRenames(fields)),
    choice: (field) => toJoiningMapping(of(field).choices ?? {}),
    columns: (field) => toFieldNames(of(field).columns ?? {}),
  };
}

const toEntityNames = ({ fields, states, actions }: EntityMigration): EntityNameMapping => ({
  ...toFieldNames(fields),
  state: toNameMapping(states),
  action: toNameMapping(actions),
});

export function withCurrentNames(
  specification: Specification,
  { entities, roles }: Migration,
): Specification {
  const names = new Map(
    Object.keys(specification.entities).map((key) => [
      key,
      toEntityNames(Object.hasOwn(entities, key) ? entities[key]! : EMPTY_ENTITY_MIGRATION),
    ]),
  );
  const inNone = toEntityNames(EMPTY_ENTITY_MIGRATION);
  return renameSpecification(specification, {
    entity: UNCHANGED_NAME,
    role: toNameMapping(roles),
    in: (entity) => names.get(entity) ?? inNone,
  });
}
