import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { GetTimelineCheckpoint, getTimelineCheckpoint } from './changed-records.js';

@QueryHandler(GetTimelineCheckpoint)
export class GetTimelineCheckpointHandler implements IQueryHandler<GetTimelineCheckpoint> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute(): Promise<number> {
    return getTimelineCheckpoint(this.sources);
  }
}
