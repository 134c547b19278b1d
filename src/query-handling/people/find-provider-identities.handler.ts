import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createIdentitiesReadModel } from '#projections/read-models/identities/identities-projection.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { assertAdminViewer } from './list-people.js';
import {
  FindProviderIdentities,
  toProviderIdentities,
  type ProviderIdentities,
} from './provider-identities.js';

@QueryHandler(FindProviderIdentities)
export class FindProviderIdentitiesHandler implements IQueryHandler<FindProviderIdentities> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    viewer,
    people,
  }: FindProviderIdentities): Promise<ReadonlyMap<string, ProviderIdentities>> {
    assertAdminViewer(viewer, 'to.see-people');
    const { readModels, personal } = this.sources;
    const documents = await createIdentitiesReadModel(readModels).byIds(people);
    const opened = await personal.openForDisplay(documents);
    return new Map(opened.map((document) => [document.id, toProviderIdentities(document)]));
  }
}
