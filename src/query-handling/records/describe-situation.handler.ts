import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { DescribeSituation, type Situation, describeSituation } from './next-step.js';

@QueryHandler(DescribeSituation)
export class DescribeSituationHandler implements IQueryHandler<DescribeSituation> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ record }: DescribeSituation): Promise<Situation> {
    return describeSituation(this.sources, record);
  }
}
