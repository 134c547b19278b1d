// What sign-in, permissions and pages ask of the people. Names are sealed: whoever shows them opens them.
import { INSTALLATION } from '#domain/user/user-events.js';
import { openDocuments, type Documents, type ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { PEOPLE_COLLECTION, type PersonDocument } from './person-document.js';
import { peopleProjection } from './people-projection.js';

export interface PeopleReadModel extends Pick<Documents<PersonDocument>, 'get' | 'byIds' | 'all'> {
  /** By the keyed hash of the folded sign-in name; also somebody who was erased. */
  findBySignInDigest(digest: string): Promise<PersonDocument | undefined>;
  /** All those who may sign in with one click while the demo is on. */
  listDemoAccounts(): Promise<readonly PersonDocument[]>;
  /** All those whom work can be given to. */
  listWorkers(): Promise<readonly PersonDocument[]>;
  /** All those who are known from imported logs only. */
  listImported(): Promise<readonly PersonDocument[]>;
  /** All those who were not erased. */
  listUnerased(): Promise<readonly PersonDocument[]>;
  /** All those who were erased, by their ids. */
  listErased(): Promise<readonly PersonDocument[]>;
  /** Those about whom something was written after this position of the log. */
  listChangedAfter(position: number): Promise<readonly PersonDocument[]>;
  /** Of these, those known from imported logs only. */
  filterImported(ids: readonly string[]): Promise<readonly PersonDocument[]>;
  /** Whether somebody administers the installation who is not of the demo. */
  hasAdmin(): Promise<boolean>;
  /** Everybody who was ever registered to work here, up to a thousand: nobody of the demo or of a log. */
  countRegistered(): Promise<number>;
}

/** People who may be chosen or given work. */
export const AVAILABLE = { erasedAt: null, lockedAt: null };

const PAGE_SIZE = 500;

export function createPeopleReadModel(readModels: ActiveGenerations): PeopleReadModel {
  const people = openDocuments<PersonDocument>(readModels, peopleProjection.name, PEOPLE_COLLECTION);
  const { get, byIds, all } = people;
  return {
    get,
    byIds,
    all,
    findBySignInDigest: async (signInDigest) =>
      (await people.find({ filter: { signInDigest }, limit: 1 })).documents[0],
    listDemoAccounts: () => findAll(people, { demo: true, ...AVAILABLE }),
    listWorkers: () => findAll(people, { ...AVAILABLE, fromLog: false }),
    listImported: () => findAll(people, { ...AVAILABLE, fromLog: true }),
    listUnerased: () => findAll(people, { erasedAt: null }),
    listErased: () => findAll(people, { erasedAt: { $ne: null } }),
    listChangedAfter: (position) => findAll(people, { position: { $gt: position } }),
    filterImported: (ids) => byIds(ids, { fromLog: true }),
    hasAdmin: () => hasAdmin(people),
    countRegistered: async () => (await people.count({ demo: false, fromLog: false })).count,
  };
}

async function findAll(
  people: Documents<PersonDocument>,
  filter: Filter,
): Promise<readonly PersonDocument[]> {
  const found: PersonDocument[] = [];
  let cursor: string | undefined;
  do {
    const page = await people.find({ filter, limit: PAGE_SIZE, cursor });
    for (const each of page.documents) found.push(each);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

async function hasAdmin(people: Documents<PersonDocument>): Promise<boolean> {
  const filter = { demo: false, erasedAt: null };
  let cursor: string | undefined;
  do {
    const page = await people.find({ filter, limit: PAGE_SIZE, cursor });
    if (page.documents.some(({ roles }) => roles[INSTALLATION]?.includes('admin'))) return true;
    cursor = page.next;
  } while (cursor !== undefined);
  return false;
}
