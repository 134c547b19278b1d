// A program acts for a person with an API token, which narrows the person's rights.
import { INSTALLATION } from './event.js';

export interface ActingProgram {
  /** Id of the API token. */
  readonly token: string;
  /** null: every application that the person may open. */
  readonly application: string | null;
  /** true: keeps the roles of the whole installation. */
  readonly administration: boolean;
}

interface LimitablePerson {
  readonly roles: Readonly<Record<string, readonly string[]>>;
}

export type LimitedPerson<Person> = Person & { readonly onlyApplication?: string };

/** Keeps the roles that the token covers. */
export function limitToProgram<Person extends LimitablePerson>(
  person: Person,
  { application, administration }: ActingProgram,
): LimitedPerson<Person> {
  const isCovered = (key: string) =>
    key === INSTALLATION ? administration : application === null || application === key;
  const roles = Object.fromEntries(Object.entries(person.roles).filter(([key]) => isCovered(key)));
  return { ...person, roles, ...(application !== null && { onlyApplication: application }) };
}
