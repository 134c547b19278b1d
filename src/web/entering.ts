// The door of every application: whoever may not enter is answered as if there were none of that key.
import type { Published, Specifications } from '../command-handling/ports.js';
import { mayEnter, runsInstallation, type Entering } from '../domain/entering.js';
import { Refused } from '../domain/refusal.js';

/** undefined: there is no such application for this person. The only way from an address to an application. */
export async function enter(
  specifications: Pick<Specifications, 'current'>,
  key: string,
  person: Entering,
): Promise<Published | undefined> {
  try {
    const published = await specifications.current(key);
    return published && mayEnter(published.specification, person) ? published : undefined;
  } catch (error) {
    // What was published cannot be read any more: only who certainly may enter learns that it is there.
    const certain = runsInstallation(person) || Object.hasOwn(person.roles, key);
    if (error instanceof Refused && !certain) return undefined;
    throw error;
  }
}
