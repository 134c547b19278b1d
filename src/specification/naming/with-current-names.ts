// The earlier of two versions under the names that the later one gives to things, so that what is called otherwise is compared with what it was.
import {
  renameSpecification,
  UNCHANGED_NAME,
  type EntityNames,
  type FieldNames,
  type NameMapping,
} from './rename-specification.js';
import type { Specification } from '../model/specification.js';
import {
  NO_MIGRATION,
  type EntityMigration,
  type FieldMigration,
  type Migration,
  type Renames,
} from '../upgrade/migration.js';

type FieldMigrations = Readonly<Record<string, FieldMigration>>;

/** A name that another thing takes over is not the same thing any more. */
function toNameMapping(renames: Renames): NameMapping {
  const taken = new Set(Object.values(renames));
  return (name) => {
    if (Object.hasOwn(renames, name)) return renames[name]!;
    return taken.has(name) ? `${name} (before)` : name;
  };
}

const listRenames = (fields: FieldMigrations): Renames =>
  Object.fromEntries(Object.entries(fields).map(([from, { to }]) => [from, to]));

/** Several may become one: a choice that another one joins stays what it is. */
const toJoiningMapping =
  (renames: Renames): NameMapping =>
  (name) =>
    Object.hasOwn(renames, name) ? renames[name]! : name;

const NOT_MIGRATED: Omit<FieldMigration, 'to'> = {};

function toFieldNames(fields: FieldMigrations): FieldNames {
  const of = (field: string) => (Object.hasOwn(fields, field) ? fields[field]! : NOT_MIGRATED);
  return {
    field: toNameMapping(listRenames(fields)),
    choice: (field) => toJoiningMapping(of(field).choices ?? {}),
    columns: (field) => toFieldNames(of(field).columns ?? {}),
  };
}

const toEntityNames = ({ fields, states, actions }: EntityMigration): EntityNames => ({
  ...toFieldNames(fields),
  state: toNameMapping(states),
  action: toNameMapping(actions),
});

/** Entities of both are by stored keys. */
export function withCurrentNames(
  specification: Specification,
  { entities, roles }: Migration,
): Specification {
  const names = new Map(
    Object.keys(specification.entities).map((key) => [
      key,
      toEntityNames(Object.hasOwn(entities, key) ? entities[key]! : NO_MIGRATION),
    ]),
  );
  const inNone = toEntityNames(NO_MIGRATION);
  return renameSpecification(specification, {
    entity: UNCHANGED_NAME,
    role: toNameMapping(roles),
    in: (entity) => names.get(entity) ?? inNone,
  });
}
