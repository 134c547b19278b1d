import { Query } from '@nestjs/cqrs';
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import {
  AVAILABLE_PERSON_FILTER,
  createPeopleReadModel,
} from '#projections/read-models/people/people-read-model.js';
import { toPrincipalActor, type Actor } from '#domain/permissions.js';
import { findDelegatedRoles } from '#domain/user/appoint-deputy.js';
import type { Specification } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { toLocalDay } from '#domain/record/local-date.js';

interface DeputyContext {
  readonly specification: Specification;
  readonly deputy: string;
  /** ISO 8601. */
  readonly now: string;
}

export class FindPrincipalsOfDeputy extends Query<readonly Actor[]> {
  constructor(readonly context: DeputyContext) {
    super();
  }
}

/** Erased and locked people are left out. */
export async function findPrincipalsOfDeputy(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  { specification, deputy, now }: DeputyContext,
): Promise<readonly Actor[]> {
  const { key, timeZone } = specification;
  const day = toLocalDay(now, timeZone);
  const named = await createDeputiesReadModel(readModels).findByDeputy(deputy, day);
  if (named.length === 0) return [];
  const people = await createPeopleReadModel(readModels).byIds(
    named.map(({ person }) => person),
    AVAILABLE_PERSON_FILTER,
  );
  return people.flatMap(({ id, roles }) => {
    const theirs = named.filter(({ person }) => person === id);
    const delegatedRoles = findDelegatedRoles(theirs, roles[key] ?? [], { deputy, application: key, day });
    return delegatedRoles ? [toPrincipalActor(specification, { id, name: '' }, delegatedRoles)] : [];
  });
}

export interface Deputies {
  readonly named: readonly DeputyDocument[];
  /** Without erased and locked people. */
  readonly forWhom: readonly DeputyDocument[];
  readonly names: Awaited<ReturnType<QueryDependencies['names']['of']>>;
}

export class FindDeputies extends Query<Deputies> {
  constructor(readonly person: string) {
    super();
  }
}

export interface ListedDelegations extends Pick<Deputies, 'names'> {
  readonly deputies: readonly DeputyDocument[];
  readonly next?: string | undefined;
}

/** Lists ended ones, too, for admins. */
export class ListDelegations extends Query<ListedDelegations> {
  constructor(
    readonly viewer: Viewer,
    readonly cursor?: string,
  ) {
    super();
  }
}

export const findDeputyNames = ({ names }: QueryDependencies, documents: readonly DeputyDocument[]) =>
  names.of(documents.flatMap(({ person, deputy, ended }) => [person, deputy, ...(ended ? [ended.by] : [])]));
