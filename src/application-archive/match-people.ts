import { deriveUuid } from '#command-handling/pipeline/command-digests.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { isPersonId, isRecordId } from '#domain/stream-names.js';
import type { ArchivedPerson } from './archive-format.js';
import { refuseArchiveFor } from './refuse-archive.js';
import { NEW_PERSON, type PeopleTableRow } from './people-table.js';
import { createArchiveReason, type ArchiveReason } from './refusal-words/archive-reason.js';

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
  const problems: ArchiveReason[] = [];
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
        createArchiveReason('bothAreOne', {
          one: describePerson(other.archived),
          other: describePerson(one.archived),
          id: one.id,
        }),
      );
    byId.set(one.id, one);
  }
  if (problems.length > 0) throw refuseArchiveFor(problems);
  return matched;
}

const describePerson = ({ id, name, signInName }: ArchivedPerson): string =>
  name === null ? id : `${name}${signInName === null ? '' : ` (${signInName})`}, ${id},`;

function matchRows(
  people: readonly ArchivedPerson[],
  table: readonly PeopleTableRow[],
  problems: ArchiveReason[],
): ReadonlyMap<string, PeopleTableRow> {
  const rows = new Map<string, PeopleTableRow>();
  for (const row of table) {
    const { line, person } = row;
    const found = findArchived(people, person);
    if (found.length !== 1)
      problems.push(createArchiveReason(found.length === 0 ? 'rowNobody' : 'rowSeveral', { line, person }));
    else if (rows.has(found[0]!.id))
      problems.push(createArchiveReason('rowTwice', { line, person, before: rows.get(found[0]!.id)!.line }));
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
  problems: ArchiveReason[],
): Promise<MatchedPerson | undefined> {
  const direct = isPersonId(text) ? await here.find(text) : undefined;
  const id = direct ? text : await here.findBySignInName(text);
  const person = direct ?? (id === undefined ? undefined : await here.find(id));
  if (id === undefined || !person) {
    problems.push(createArchiveReason('nobodyHere', { line, here: text, new: NEW_PERSON }));
    return undefined;
  }
  if (person.isErased) {
    problems.push(createArchiveReason('erasedHere', { line, here: text, new: NEW_PERSON }));
    return undefined;
  }
  if (id !== archived.id && !isRecordId(archived.id)) {
    problems.push(createArchiveReason('idTooShort', { line, id: archived.id }));
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
  problems: ArchiveReason[],
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
      createArchiveReason('idTaken', {
        person: describePerson(archived),
        id: archived.id,
        new: NEW_PERSON,
      }),
    );
    return undefined;
  }
  const id = deriveUuid(`archive ${sha256} other id ${archived.id}`);
  if (isRecordId(archived.id) && (await isFree(id))) return { archived, id, isNew: true, ...namesake };
  problems.push(createArchiveReason('noOtherId', { person: describePerson(archived) }));
  return undefined;
}
