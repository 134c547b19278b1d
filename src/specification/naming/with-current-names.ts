// The earlier of two versions under the names that the later one gives to things, so that what is called otherwise is compared with what it was.
import {
  renameSpecification,
  SAME,
  type EntityNames,
  type FieldNames,
  type Naming,
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
function naming(renames: Renames): Naming {
  const taken = new Set(Object.values(renames));
  return (name) => {
    if (Object.hasOwn(renames, name)) return renames[name]!;
    return taken.has(name) ? `${name} (before)` : name;
  };
}

const namesOf = (fields: FieldMigrations): Renames =>
  Object.fromEntries(Object.entries(fields).map(([from, { to }]) => [from, to]));

/** Several may become one: a choice that another one joins stays what it is. */
const joining =
  (renames: Renames): Naming =>
  (name) =>
    Object.hasOwn(renames, name) ? renames[name]! : name;

const NOT_MIGRATED: Omit<FieldMigration, 'to'> = {};

function fieldNames(fields: FieldMigrations): FieldNames {
  const of = (field: string) => (Object.hasOwn(fields, field) ? fields[field]! : NOT_MIGRATED);
  return {
    field: naming(namesOf(fields)),
    choice: (field) => joining(of(field).choices ?? {}),
    columns: (field) => fieldNames(of(field).columns ?? {}),
  };
}

const entityNames = ({ fields, states, actions }: EntityMigration): EntityNames => ({
  ...fieldNames(fields),
  state: naming(states),
  action: naming(actions),
});

/** Entities of both are by stored keys. */
export function underPresentNames(
  specification: Specification,
  { entities, roles }: Migration,
): Specification {
  const names = new Map(
    Object.keys(specification.entities).map((key) => [
      key,
      entityNames(Object.hasOwn(entities, key) ? entities[key]! : NO_MIGRATION),
    ]),
  );
  const inNone = entityNames(NO_MIGRATION);
  return renameSpecification(specification, {
    entity: SAME,
    role: naming(roles),
    in: (entity) => names.get(entity) ?? inNone,
  });
}
