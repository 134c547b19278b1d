import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindReceive, type ReceiveDefinition } from './incoming-message-record.js';

@QueryHandler(FindReceive)
export class FindReceiveHandler implements IQueryHandler<FindReceive> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ application, name }: FindReceive): Promise<ReceiveDefinition | undefined> {
    const { specifications } = this.sources;
    const published = await specifications.current(application);
    const receive = published?.specification.receives.find(({ key }) => key === name);
    return published && receive && { published, receive };
  }
}
