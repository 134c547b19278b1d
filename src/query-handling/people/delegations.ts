// Query: whom a person is a deputy of now, with the delegated roles; and all current delegations.
import { createDeputiesReadModel } from '#projections/read-models/deputies/deputies-projection.js';
import type { DeputyDocument } from '#projections/read-models/deputies/deputy-document.js';
import { AVAILABLE, createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { toPrincipal, type Actor } from '#domain/permissions.js';
import { findDelegatedRoles } from '#domain/user/name-deputy.js';
import type { Specification } from '#specification/model/specification.js';
import type { QueryDependencies } from '../query-dependencies.js';
import type { Viewer } from '../viewer.js';
import { assertAdminViewer } from './list-people.js';
import { toLocalDay } from '#domain/record/local-date.js';

interface DeputyContext {
  readonly specification: Specification;
  /** Who stands in. */
  readonly deputy: string;
  /** ISO 8601 instant. */
  readonly now: string;
}

/** As expressions of the specification see them. Nobody who was erased or locked. */
export async function findPrincipals(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  { specification, deputy, now }: DeputyContext,
): Promise<readonly Actor[]> {
  const { key, timeZone } = specification;
  const day = toLocalDay(now, timeZone);
  const named = await createDeputiesReadModel(readModels).findByDeputy(deputy, day);
  if (named.length === 0) return [];
  const people = await createPeopleReadModel(readModels).byIds(
    named.map(({ person }) => person),
    AVAILABLE,
  );
  return people.flatMap(({ id, roles }) => {
    const theirs = named.filter(({ person }) => person === id);
    const lent = findDelegatedRoles(theirs, roles[key] ?? [], { deputy, application: key, day });
    return lent ? [toPrincipal(specification, { id, name: '' }, lent)] : [];
  });
}

export interface Deputies {
  /** Who stands in for the person, now or later. */
  readonly named: readonly DeputyDocument[];
  /** For whom the person stands in. Nobody who was erased or locked. */
  readonly forWhom: readonly DeputyDocument[];
  readonly names: Awaited<ReturnType<QueryDependencies['names']['of']>>;
}

export async function findDeputies(sources: QueryDependencies, person: string): Promise<Deputies> {
  const deputies = createDeputiesReadModel(sources.readModels);
  const day = toLocalDay(sources.now(), EARLIEST);
  const [named, all] = await Promise.all([
    deputies.findByPerson(person, day),
    deputies.findByDeputy(person, day),
  ]);
  const known = await createPeopleReadModel(sources.readModels).byIds(
    all.map((each) => each.person),
    AVAILABLE,
  );
  const forWhom = all.filter((each) => known.some(({ id }) => id === each.person));
  return { named, forWhom, names: await namesIn(sources, [...named, ...forWhom]) };
}

/** Where a day is over last. */
const EARLIEST = 'Etc/GMT+12';

/** Everybody's, for admins: those that were ended, too. */
export async function listDeputies(sources: QueryDependencies, viewer: Viewer, cursor?: string) {
  assertAdminViewer(viewer, 'to.see-deputies');
  const { documents, next } = await createDeputiesReadModel(sources.readModels).list(cursor);
  return { deputies: documents, names: await namesIn(sources, documents), next };
}

const namesIn = ({ names }: QueryDependencies, documents: readonly DeputyDocument[]) =>
  names.of(documents.flatMap(({ person, deputy, ended }) => [person, deputy, ...(ended ? [ended.by] : [])]));
