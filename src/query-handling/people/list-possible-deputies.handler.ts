import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { QUERY_DEPENDENCIES, type QueryDependencies, type ListedPerson } from '../query-dependencies.js';
import { ListPossibleDeputies } from './possible-deputies.js';

@QueryHandler(ListPossibleDeputies)
export class ListPossibleDeputiesHandler implements IQueryHandler<ListPossibleDeputies> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer: { id: own, roles } }: ListPossibleDeputies): Promise<readonly ListedPerson[]> {
    const { readModels, names } = this.sources;
    const here = Object.keys(roles).filter((application) => application !== INSTALLATION);
    if (here.length === 0) return [];
    const people = await createPeopleReadModel(readModels).listWorkers();
    const colleagues = people.filter(
      (person) =>
        person.id !== own && here.some((application) => (person.roles[application] ?? []).length > 0),
    );
    const ids = new Set(colleagues.map(({ id }) => id));
    return (await names.listed()).filter(({ id }) => ids.has(id));
  }
}
