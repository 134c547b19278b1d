import { Inject } from '@nestjs/common';
import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { foldText } from '#specification/values/fold-text.js';
import { isUnreadable } from '#specification/model/stored-value.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '../query-dependencies.js';
import {
  ListPeople,
  type VisiblePerson,
  type PeopleResult,
  assertAdminViewer,
  toVisiblePeople,
} from './list-people.js';

@QueryHandler(ListPeople)
export class ListPeopleHandler implements IQueryHandler<ListPeople> {
  constructor(@Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies) {}

  async execute({ viewer, paging: { search, page, limit } }: ListPeople): Promise<PeopleResult> {
    assertAdminViewer(viewer, 'to.see-people');
    const wanted = foldText(search);
    // Only comparing short texts does not run in batches.
    const found = await mapInBatches(await readEveryone(this.sources), async (slice) =>
      (await toVisiblePeople(this.sources, slice))
        .map((person) => ({ person, key: nameKey(person), rank: rank(person) }))
        .filter(
          ({ key, person }) => search === '' || key.includes(wanted) || signInKey(person).includes(wanted),
        ),
    );
    const sorted = found.toSorted(
      (a, b) =>
        compareAscending(a.rank, b.rank) ||
        compareAscending(a.key, b.key) ||
        compareAscending(a.person.id, b.person.id),
    );
    const start = (page - 1) * limit;
    return {
      people: sorted.slice(start, start + limit).map(({ person }) => person),
      previous: page > 1 ? page - 1 : undefined,
      next: sorted.length > start + limit ? page + 1 : undefined,
    };
  }
}

const rank = ({ name, fromLog }: VisiblePerson): number => (isUnreadable(name) ? 2 : fromLog ? 1 : 0);

const nameKey = ({ name }: VisiblePerson): string => (isUnreadable(name) ? '' : foldText(name));

const signInKey = ({ signInName }: VisiblePerson): string =>
  typeof signInName === 'string' ? foldText(signInName) : '';

/** Sealed names cannot be queried. */
async function readEveryone({ readModels }: QueryDependencies): Promise<readonly PersonDocument[]> {
  const all: PersonDocument[] = [];
  for await (const person of createPeopleReadModel(readModels).all()) all.push(person);
  return all;
}
