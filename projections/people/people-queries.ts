// What sign-in, permissions and pages ask of the people. Names are sealed: whoever shows them opens them.
import type { Generation, Page, Query } from '../read-model.js';
import { PEOPLE_COLLECTION, type PersonDocument } from './person-document.js';

export function personById(people: Generation, id: string): Promise<PersonDocument | undefined> {
  return people.get(PEOPLE_COLLECTION, id);
}

export async function peopleByIds(
  people: Generation,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PersonDocument>> {
  const found = await Promise.all([...new Set(ids)].map((id) => personById(people, id)));
  return new Map(found.filter((person) => person !== undefined).map((person) => [person.id, person]));
}

/** By the keyed hash of the folded sign-in name. */
export async function personBySignInDigest(
  people: Generation,
  digest: string,
): Promise<PersonDocument | undefined> {
  const page = await people.find<PersonDocument>(PEOPLE_COLLECTION, {
    filter: { signInDigest: digest },
    limit: 1,
  });
  return page.documents[0];
}

export function findPeople(people: Generation, query: Query): Promise<Page<PersonDocument>> {
  return people.find(PEOPLE_COLLECTION, query);
}

/** Those who may sign in with one click while the demo is on. */
export async function demoPeople(people: Generation): Promise<readonly PersonDocument[]> {
  const filter = { demo: true, erasedAt: null };
  return (await people.find<PersonDocument>(PEOPLE_COLLECTION, { filter, limit: 100 })).documents;
}

/** Ordered by id. Reads them all: names cannot be searched any other way. */
export async function everyone(people: Generation): Promise<readonly PersonDocument[]> {
  const all: PersonDocument[] = [];
  for await (const person of people.scan<PersonDocument>(PEOPLE_COLLECTION)) all.push(person);
  return all;
}

/** Whether the installation has an admin yet. */
export async function isAnybodyAdmin(people: Generation): Promise<boolean> {
  for await (const person of people.scan<PersonDocument>(PEOPLE_COLLECTION))
    if (person.roles['-']?.includes('admin')) return true;
  return false;
}
