import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindCall } from './list-calls.js';

@QueryHandler(FindCall)
export class FindCallHandler implements IQueryHandler<FindCall> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ id }: FindCall): Promise<WaitingCall | undefined> {
    const { readModels } = this.sources;
    return createCallsReadModel(readModels).get(id);
  }
}
