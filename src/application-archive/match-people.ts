import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { isPersonId, isRecordId } from '#domain/stream-names.js';
import type { ArchivedPerson } from './archive-format.js';
import { ArchiveRefused } from './archive-refused.js';
import { NEW_PERSON, type PeopleTableRow } from './people-table.js';

export interface PeopleHere {
  /** Id of who signs in so. */
  findBySignInName(name: string): Promise<string | undefined>;
  /** undefined: unknown id. */
  find(id: string): Promise<PersonHere | undefined>;
}

export interface PersonHere {
  readonly isErased: boolean;
  /** Command that registered them. */
  readonly registeredBy: string | undefined;
}

export interface MatchedPerson {
  readonly archived: ArchivedPerson;
  readonly id: string;
  /** By the archive; already there after an interrupted import. */
  readonly isNew: boolean;
  /** Id of the person here with the same sign-in name, for a proposal. */
  readonly namesake?: string;
}

interface PeopleOfArchive {
  readonly people: readonly ArchivedPerson[];
  /** Of the archive. */
  readonly sha256: string;
  readonly table: readonly PeopleTableRow[];
  /** The same id is the same person: another application of that installation came before. */
  readonly sameIds?: boolean;
}

export const deriveRegistrationId = (sha256: string, person: string): string =>
  deriveUuid(`archive ${sha256} person ${person}`);

/** Throws `ArchiveRefused` with everything that is wrong. */
export async function matchPeople(
  { people, sha256, table, sameIds = false }: PeopleOfArchive,
  here: PeopleHere,
): Promise<readonly MatchedPerson[]> {
  const problems: string[] = [];
  const rows = matchRows(people, table, problems);
  const matched: MatchedPerson[] = [];
  for (const archived of people) {
    const row = rows.get(archived.id);
    const found =
      row && row.here !== NEW_PERSON
        ? await matchNamed(archived, row, here, problems)
        : await matchNew(archived, { sha256, isNamedNew: row !== undefined, sameIds }, here, problems);
    if (found) matched.push(found);
  }
  const byId = new Map<string, MatchedPerson>();
  for (const one of matched) {
    const other = byId.get(one.id);
    if (other)
      problems.push(
        `${describePerson(other.archived)} and ${describePerson(one.archived)} would both be ${one.id} here. Two people stay two.`,
      );
    byId.set(one.id, one);
  }
  if (problems.length > 0) throw new ArchiveRefused(problems.join('\n'));
  return matched;
}

const describePerson = ({ id, name, signInName }: ArchivedPerson): string =>
  name === null ? id : `${name}${signInName === null ? '' : ` (${signInName})`}, ${id},`;

function matchRows(
  people: readonly ArchivedPerson[],
  table: readonly PeopleTableRow[],
  problems: string[],
): ReadonlyMap<string, PeopleTableRow> {
  const rows = new Map<string, PeopleTableRow>();
  for (const row of table) {
    const found = findArchived(people, row.person);
    if (found.length !== 1)
      problems.push(
        `Line ${row.line} of the table: ${found.length === 0 ? `nobody in the archive is “${row.person}”` : `several people in the archive are “${row.person}”`}. Write the id, as the dry run lists it.`,
      );
    else if (rows.has(found[0]!.id))
      problems.push(
        `Line ${row.line} of the table: “${row.person}” stands in line ${rows.get(found[0]!.id)!.line}, too.`,
      );
    else rows.set(found[0]!.id, row);
  }
  return rows;
}

function findArchived(people: readonly ArchivedPerson[], text: string): readonly ArchivedPerson[] {
  const byId = people.filter(({ id }) => id === text);
  if (byId.length > 0) return byId;
  const wanted = normalizeUniqueValue(text);
  const isCalled = (name: string | null) => name !== null && normalizeUniqueValue(name) === wanted;
  const bySignIn = people.filter(({ signInName }) => isCalled(signInName));
  return bySignIn.length > 0 ? bySignIn : people.filter(({ name }) => isCalled(name));
}

async function matchNamed(
  archived: ArchivedPerson,
  { line, here: text }: PeopleTableRow,
  here: PeopleHere,
  problems: string[],
): Promise<MatchedPerson | undefined> {
  const direct = isPersonId(text) ? await here.find(text) : undefined;
  const id = direct ? text : await here.findBySignInName(text);
  const person = direct ?? (id === undefined ? undefined : await here.find(id));
  if (id === undefined || !person) {
    problems.push(
      `Line ${line} of the table: nobody here has the id or sign-in name “${text}”. Register them first, or write ${NEW_PERSON}.`,
    );
    return undefined;
  }
  if (person.isErased) {
    problems.push(`Line ${line} of the table: “${text}” was erased here. Write ${NEW_PERSON}.`);
    return undefined;
  }
  if (id !== archived.id && !isRecordId(archived.id)) {
    problems.push(
      `Line ${line} of the table: the id ${archived.id} is too short to be told from other texts, so it cannot become another one.`,
    );
    return undefined;
  }
  return { archived, id, isNew: false };
}

interface NewPersonOptions {
  readonly sha256: string;
  readonly isNamedNew: boolean;
  readonly sameIds: boolean;
}

async function matchNew(
  archived: ArchivedPerson,
  { sha256, isNamedNew, sameIds }: NewPersonOptions,
  here: PeopleHere,
  problems: string[],
): Promise<MatchedPerson | undefined> {
  const isFree = async (id: string) => {
    const person = await here.find(id);
    return !person || person.registeredBy === deriveRegistrationId(sha256, archived.id);
  };
  const other = archived.signInName === null ? undefined : await here.findBySignInName(archived.signInName);
  const namesake = other === undefined ? {} : { namesake: other };
  if (await isFree(archived.id)) return { archived, id: archived.id, isNew: true, ...namesake };
  if (!isNamedNew && sameIds) return { archived, id: archived.id, isNew: false };
  if (!isNamedNew) {
    problems.push(
      `${describePerson(archived)} has the id of somebody here. Say in the table who it is: ${archived.id},${archived.id} for the same person, ${archived.id},${NEW_PERSON} for another one. Where another application of that installation was imported here before, --same-ids, or the choice on the page, says so for all.`,
    );
    return undefined;
  }
  const id = deriveUuid(`archive ${sha256} other id ${archived.id}`);
  if (isRecordId(archived.id) && (await isFree(id))) return { archived, id, isNew: true, ...namesake };
  problems.push(`${describePerson(archived)} cannot get another id here.`);
  return undefined;
}
