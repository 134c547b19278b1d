import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { assertAdminViewer } from '../people/list-people.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { ListCalls, type ListedCalls } from './list-calls.js';

@QueryHandler(ListCalls)
export class ListCallsHandler implements IQueryHandler<ListCalls> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, list: which, cursor }: ListCalls): Promise<ListedCalls> {
    const { readModels, names } = this.sources;
    assertAdminViewer(viewer, 'to.see-calls');
    const { documents, next } = await createCallsReadModel(readModels).list(which, cursor);
    const people = await names.of(documents.flatMap(({ skipped }) => skipped?.by ?? []));
    return { calls: documents, people, ...(next !== undefined && { next }) };
  }
}
