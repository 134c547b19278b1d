// Query: people who hold a role, to choose from.
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createActors, createHolderLookup } from '#domain/permissions.js';
import type { Specification } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';

/** Ids of those who hold one of these roles. */
export async function findRoleHolders(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  specification: Specification,
  roles: readonly string[],
): Promise<ReadonlySet<string>> {
  const people = (await createPeopleReadModel(readModels).listWorkers()).map(({ id, roles }) => ({
    id,
    name: '',
    roles,
  }));
  return new Set(createHolderLookup(createActors(specification, people))(roles));
}
