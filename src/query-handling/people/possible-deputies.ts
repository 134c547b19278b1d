// Query: whom somebody could name as a deputy: people who hold a role where they hold one. Of others nobody learns that they are here.
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import type { ListedPerson, QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';

export async function listPossibleDeputies(
  { readModels, names }: QueryDependencies,
  { id: own, roles }: Viewer,
): Promise<readonly ListedPerson[]> {
  const here = Object.keys(roles).filter((application) => application !== INSTALLATION);
  if (here.length === 0) return [];
  const people = await createPeopleReadModel(readModels).listWorkers();
  const colleagues = people.filter(
    (person) => person.id !== own && here.some((application) => (person.roles[application] ?? []).length > 0),
  );
  const ids = new Set(colleagues.map(({ id }) => id));
  return (await names.listed()).filter(({ id }) => ids.has(id));
}
