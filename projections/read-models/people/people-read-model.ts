import { INSTALLATION } from '#domain/user/user-events.js';
import { openDocuments, type Documents, type ActiveGenerations } from '#projections/port/projection.js';
import { findAllPages } from '#projections/port/find-all-pages.js';
import type { Filter } from '#projections/port/query.js';
import { PEOPLE_COLLECTION, type PersonDocument } from './person-document.js';
import { peopleProjection } from './people-projection.js';

export interface PeopleReadModel extends Pick<Documents<PersonDocument>, 'get' | 'byIds' | 'all'> {
  /** Keyed hash of the folded name; includes erased people. */
  findBySignInDigest(digest: string): Promise<PersonDocument | undefined>;
  listDemoAccounts(): Promise<readonly PersonDocument[]>;
  listWorkers(): Promise<readonly PersonDocument[]>;
  listImported(): Promise<readonly PersonDocument[]>;
  listUnerased(): Promise<readonly PersonDocument[]>;
  listErased(): Promise<readonly PersonDocument[]>;
  listChangedAfter(position: number): Promise<readonly PersonDocument[]>;
  filterImported(ids: readonly string[]): Promise<readonly PersonDocument[]>;
  /** Outside the demo. */
  hasAdmin(): Promise<boolean>;
  countRegistered(): Promise<number>;
}

export const AVAILABLE_PERSON_FILTER = { erasedAt: null, lockedAt: null };

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
    listDemoAccounts: () => findAll(people, { demo: true, ...AVAILABLE_PERSON_FILTER }),
    listWorkers: () => findAll(people, { ...AVAILABLE_PERSON_FILTER, fromLog: false }),
    listImported: () => findAll(people, { ...AVAILABLE_PERSON_FILTER, fromLog: true }),
    listUnerased: () => findAll(people, { erasedAt: null }),
    listErased: () => findAll(people, { erasedAt: { $ne: null } }),
    listChangedAfter: (position) => findAll(people, { position: { $gt: position } }),
    filterImported: (ids) => byIds(ids, { fromLog: true }),
    hasAdmin: () => hasAdmin(people),
    countRegistered: async () => (await people.count({ demo: false, fromLog: false })).count,
  };
}

const findAll = (people: Documents<PersonDocument>, filter: Filter): Promise<readonly PersonDocument[]> =>
  findAllPages(people, { filter, limit: PAGE_SIZE });

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
