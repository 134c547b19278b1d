// Query: everyone of the installation, by name, for admins. Names are sealed: they are searched and sorted once opened.
import { createPhrase, type TaskId } from '#specification/refusal-words/message-parameters.js';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { foldText } from '#specification/values/fold-text.js';
import { createBuiltInReason } from '#domain/refusal-reason.js';
import { Refused } from '#domain/refusal.js';
import { isUnreadable, type Unreadable } from '#specification/model/stored-value.js';
import type { QueryDependencies } from '../query-dependencies.js';
import { mapInBatches } from '#platform/cooperative-scheduler.js';
import type { Viewer } from '../viewer.js';
import { compareAscending } from '#specification/values/compare-ascending.js';

/** A person as admins see them; nobody sees a password's hash. */
export interface VisiblePerson extends Omit<
  PersonDocument,
  'name' | 'signInName' | 'passwordHash' | 'signInDigest' | 'sessions'
> {
  readonly name: string | Unreadable;
  readonly signInName: string | Unreadable | null;
  readonly hasPassword: boolean;
}

export interface PeopleResult {
  readonly people: readonly VisiblePerson[];
  /** Numbers of the pages beside, from 1. */
  readonly previous?: number;
  readonly next?: number;
}

/** Throws `Refused` for who is no admin. */
export function assertAdminViewer({ admin }: Viewer, what: TaskId): void {
  if (admin) return;
  throw new Refused([
    createBuiltInReason('NOT_PERMITTED', {
      with: { what: createPhrase(what), who: createPhrase('who.admins') },
    }),
  ]);
}

/** People known from logs come after those registered here, erased people last. `search`: part of the name or the sign-in name. */
export async function listPeople(
  sources: QueryDependencies,
  viewer: Viewer,
  { search, page, limit }: { readonly search: string; readonly page: number; readonly limit: number },
): Promise<PeopleResult> {
  assertAdminViewer(viewer, 'to.see-people');
  const wanted = foldText(search);
  // Everything that takes a while for each of many people is done slice by slice; what is left is comparing short texts.
  const found = await mapInBatches(await everybody(sources), async (slice) =>
    (await openedSlice(sources, slice))
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

const rank = ({ name, fromLog }: VisiblePerson): number => (isUnreadable(name) ? 2 : fromLog ? 1 : 0);
const nameKey = ({ name }: VisiblePerson): string => (isUnreadable(name) ? '' : foldText(name));
const signInKey = ({ signInName }: VisiblePerson): string =>
  typeof signInName === 'string' ? foldText(signInName) : '';

/** Throws `Refused`: NOT_PERMITTED for who is no admin, NOT_FOUND. */
export async function findPersonForAdmin(
  sources: QueryDependencies,
  viewer: Viewer,
  id: string,
): Promise<VisiblePerson> {
  assertAdminViewer(viewer, 'to.see-roles');
  const document = await createPeopleReadModel(sources.readModels).get(id);
  if (!document) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  return (await openedSlice(sources, [document]))[0]!;
}

/** Names are sealed: they cannot be searched any other way. */
async function everybody({ readModels }: QueryDependencies): Promise<readonly PersonDocument[]> {
  const all: PersonDocument[] = [];
  for await (const person of createPeopleReadModel(readModels).all()) all.push(person);
  return all;
}

async function openedSlice(
  { personal }: QueryDependencies,
  documents: readonly PersonDocument[],
): Promise<readonly VisiblePerson[]> {
  const secrets = await personal.openForDisplay(
    documents.map(({ name, signInName }) => ({ name, signInName })),
  );
  return documents.map(({ passwordHash, signInDigest: _digest, sessions: _sessions, ...person }, index) => ({
    ...person,
    hasPassword: passwordHash !== null,
    ...(secrets[index] as Pick<VisiblePerson, 'name' | 'signInName'>),
  }));
}
