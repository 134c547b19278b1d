import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createBuiltInReason } from '#domain/create-reason.js';
import { Refused } from '#domain/refusal.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindPerson, type VisiblePerson, assertAdminViewer, toVisiblePeople } from './list-people.js';

@QueryHandler(FindPerson)
export class FindPersonHandler implements IQueryHandler<FindPerson> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, id }: FindPerson): Promise<VisiblePerson> {
    assertAdminViewer(viewer, 'to.see-roles');
    const document = await createPeopleReadModel(this.sources.readModels).get(id);
    if (!document) throw new Refused([createBuiltInReason('NOT_FOUND')]);
    return (await toVisiblePeople(this.sources, [document]))[0]!;
  }
}
