import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import {
  AVAILABLE_PERSON_FILTER,
  createPeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import { toLocalDay } from '#domain/record/local-date.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import { FindDeputies, type Deputies, findDeputyNames } from './delegations.js';

@QueryHandler(FindDeputies)
export class FindDeputiesHandler implements IQueryHandler<FindDeputies> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ person }: FindDeputies): Promise<Deputies> {
    const deputies = createDeputiesReadModel(this.sources.readModels);
    const day = toLocalDay(this.sources.now(), LAST_TIME_ZONE);
    const [named, all] = await Promise.all([
      deputies.findByPerson(person, day),
      deputies.findByDeputy(person, day),
    ]);
    const known = await createPeopleReadModel(this.sources.readModels).byIds(
      all.map((each) => each.person),
      AVAILABLE_PERSON_FILTER,
    );
    const forWhom = all.filter((each) => known.some(({ id }) => id === each.person));
    return { named, forWhom, names: await findDeputyNames(this.sources, [...named, ...forWhom]) };
  }
}

/** A day ends last here. */
const LAST_TIME_ZONE = 'Etc/GMT+12';
