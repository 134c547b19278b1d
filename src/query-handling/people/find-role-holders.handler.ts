import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createActors, createRoleHolderLookup } from '#domain/permissions.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindRoleHolders } from './role-holders.js';

@QueryHandler(FindRoleHolders)
export class FindRoleHoldersHandler implements IQueryHandler<FindRoleHolders> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ specification, roles }: FindRoleHolders): Promise<ReadonlySet<string>> {
    const { readModels } = this.sources;
    const people = (await createPeopleReadModel(readModels).listWorkers()).map(({ id, roles }) => ({
      id,
      name: '',
      roles,
    }));
    return new Set(createRoleHolderLookup(createActors(specification, people))(roles));
  }
}
