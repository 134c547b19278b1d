// The door of every application: whoever may not enter is answered as if there were none of that key.
import type { Published, Specifications } from '../command-handling/ports.js';
import { mayEnter, runsInstallation, type Entering } from '../domain/entering.js';
import { Refused } from '../domain/refusal.js';

type Known = Pick<Specifications, 'current' | 'upToDate'>;

/**
 * undefined: there is no such application for this person. The only way from an address to an application. Before that is said, what has
 * been published a moment ago is waited for; the same whether there is an application or not.
 */
export async function enter(
  specifications: Known,
  key: string,
  person: Entering,
): Promise<Published | undefined> {
  const known = await enterNow(specifications, key, person);
  if (known || !specifications.upToDate) return known;
  await specifications.upToDate();
  return enterNow(specifications, key, person);
}

async function enterNow(
  specifications: Known,
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
