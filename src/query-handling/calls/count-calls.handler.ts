import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { CountCalls, type CallCounts } from './list-calls.js';

const LATE_MS = 10 * 60_000;

@QueryHandler(CountCalls)
export class CountCallsHandler implements IQueryHandler<CountCalls> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute(): Promise<CallCounts> {
    const { readModels, now } = this.sources;
    const before = new Date(Date.parse(now()) - LATE_MS).toISOString();
    const { goOn, stopped, isLate } = await createCallsReadModel(readModels).countByStatus(before);
    return { waiting: goOn, stopped, late: isLate };
  }
}
