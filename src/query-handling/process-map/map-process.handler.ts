import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { MapProcess, mapProcess, type VisibleProcessMap } from './map-process.js';

@QueryHandler(MapProcess)
export class MapProcessHandler implements IQueryHandler<MapProcess> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ question, query }: MapProcess): Promise<VisibleProcessMap> {
    return mapProcess(this.sources, question, query);
  }
}
