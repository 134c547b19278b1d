import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import { assertAdminViewer } from './list-people.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListDelegations, type ListedDelegations, findDeputyNames } from './delegations.js';

@QueryHandler(ListDelegations)
export class ListDelegationsHandler implements IQueryHandler<ListDelegations> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, cursor }: ListDelegations): Promise<ListedDelegations> {
    assertAdminViewer(viewer, 'to.see-deputies');
    const { documents, next } = await createDeputiesReadModel(this.sources.readModels).list(cursor);
    return { deputies: documents, names: await findDeputyNames(this.sources, documents), next };
  }
}
