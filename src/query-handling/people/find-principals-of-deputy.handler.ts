import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Actor } from '#domain/permissions.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindPrincipalsOfDeputy, findPrincipalsOfDeputy } from './delegations.js';

@QueryHandler(FindPrincipalsOfDeputy)
export class FindPrincipalsOfDeputyHandler implements IQueryHandler<FindPrincipalsOfDeputy> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ context }: FindPrincipalsOfDeputy): Promise<readonly Actor[]> {
    return findPrincipalsOfDeputy(this.sources, context);
  }
}
