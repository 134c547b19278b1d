// What sign-in, permissions and pages ask of the people. Names are sealed: whoever shows them opens them.
import { INSTALLATION } from '#domain/user/user-events.js';
import { documentsIn, type Documents, type ActiveGenerations } from '#projections/port/projection.js';
import type { Filter } from '#projections/port/query.js';
import { PEOPLE_COLLECTION, type PersonDocument } from './person-document.js';
import { peopleProjection } from './people-projection.js';

export interface PeopleReadModel extends Pick<Documents<PersonDocument>, 'get' | 'byIds' | 'all'> {
  /** By the keyed hash of the folded sign-in name; also somebody who was erased. */
  bySignInDigest(digest: string): Promise<PersonDocument | undefined>;
  /** All those who may sign in with one click while the demo is on. */
  ofDemo(): Promise<readonly PersonDocument[]>;
  /** All those whom work can be given to. */
  workers(): Promise<readonly PersonDocument[]>;
  /** All those who are known from imported logs only. */
  knownFromLogs(): Promise<readonly PersonDocument[]>;
  /** All those who were not erased. */
  named(): Promise<readonly PersonDocument[]>;
  /** All those who were erased, by their ids. */
  erased(): Promise<readonly PersonDocument[]>;
  /** Those about whom something was written after this position of the log. */
  changedAfter(position: number): Promise<readonly PersonDocument[]>;
  /** Of these, those known from imported logs only. */
  fromLogs(ids: readonly string[]): Promise<readonly PersonDocument[]>;
  /** Whether somebody administers the installation who is not of the demo. */
  hasAdmin(): Promise<boolean>;
  /** Everybody who was ever registered to work here, up to a thousand: nobody of the demo or of a log. */
  countRegistered(): Promise<number>;
}

/** People who may be chosen or given work. */
export const AVAILABLE = { erasedAt: null, lockedAt: null };

const MOST_AT_ONCE = 500;

export function peopleIn(readModels: ActiveGenerations): PeopleReadModel {
  const people = documentsIn<PersonDocument>(readModels, peopleProjection.name, PEOPLE_COLLECTION);
  const { get, byIds, all } = people;
  return {
    get,
    byIds,
    all,
    bySignInDigest: async (signInDigest) =>
      (await people.find({ filter: { signInDigest }, limit: 1 })).documents[0],
    ofDemo: () => everyOne(people, { demo: true, ...AVAILABLE }),
    workers: () => everyOne(people, { ...AVAILABLE, fromLog: false }),
    knownFromLogs: () => everyOne(people, { ...AVAILABLE, fromLog: true }),
    named: () => everyOne(people, { erasedAt: null }),
    erased: () => everyOne(people, { erasedAt: { $ne: null } }),
    changedAfter: (position) => everyOne(people, { position: { $gt: position } }),
    fromLogs: (ids) => byIds(ids, { fromLog: true }),
    hasAdmin: () => hasAdmin(people),
    countRegistered: async () => (await people.count({ demo: false, fromLog: false })).count,
  };
}

async function everyOne(
  people: Documents<PersonDocument>,
  filter: Filter,
): Promise<readonly PersonDocument[]> {
  const found: PersonDocument[] = [];
  let cursor: string | undefined;
  do {
    const page = await people.find({ filter, limit: MOST_AT_ONCE, cursor });
    for (const each of page.documents) found.push(each);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

async function hasAdmin(people: Documents<PersonDocument>): Promise<boolean> {
  const filter = { demo: false, erasedAt: null };
  let cursor: string | undefined;
  do {
    const page = await people.find({ filter, limit: MOST_AT_ONCE, cursor });
    if (page.documents.some(({ roles }) => roles[INSTALLATION]?.includes('admin'))) return true;
    cursor = page.next;
  } while (cursor !== undefined);
  return false;
}
