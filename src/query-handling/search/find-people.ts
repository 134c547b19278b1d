// Query: people by how their names begin, for those who may look at people: admins, and auditors, who see what each of them did.
import { splitWords } from '#projections/port/search-words.js';
import type { ListedPerson, QueryDependencies } from '../query-dependencies.js';
import { findPeopleByName } from './people-by-name.js';
import type { Viewer } from '../viewer.js';

interface PeopleSearch {
  readonly text: string;
  readonly viewer: Pick<Viewer, 'admin' | 'auditor'>;
  readonly limit: number;
}

/** By name. None for all others, and where the text has no words. */
export async function findPeople(
  { names }: Pick<QueryDependencies, 'names'>,
  { text, viewer: { admin, auditor }, limit }: PeopleSearch,
): Promise<readonly ListedPerson[]> {
  const words = [...splitWords([text])];
  if ((!admin && !auditor) || words.length === 0) return [];
  return findPeopleByName(await names.everyone(), words).slice(0, limit);
}
