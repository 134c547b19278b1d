import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { splitWords } from '#projections/port/search-words.js';
import { findPeopleByName } from './people-by-name.js';
import { QUERY_DEPENDENCIES, type QueryDependencies, type ListedPerson } from '../query-dependencies.js';
import { FindPeople } from './find-people.js';

@QueryHandler(FindPeople)
export class FindPeopleHandler implements IQueryHandler<FindPeople> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({
    search: {
      text,
      viewer: { admin, auditor },
      limit,
    },
  }: FindPeople): Promise<readonly ListedPerson[]> {
    const { names } = this.sources;
    const words = [...splitWords([text])];
    if ((!admin && !auditor) || words.length === 0) return [];
    return findPeopleByName(await names.everyone(), words).slice(0, limit);
  }
}
