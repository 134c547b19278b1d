// An application as far as it is there for a person.
import { mayEnter, runsInstallation, type NewPerson } from '#domain/entering.js';
import { Refused } from '#domain/refusal.js';
import type { Published, Specifications } from './ports.js';

/** undefined: there is none of that key, or it is not theirs to enter. Throws `Refused` where it cannot be read any more, to who may. */
export async function enterNow(
  specifications: Pick<Specifications, 'current'>,
  key: string,
  person: NewPerson,
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
