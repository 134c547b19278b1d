// The door of every application: whoever may not enter is answered as if there were none of that key.
import { enterNow } from '../command-handling/enter-now.js';
import type { Published, Specifications } from '../command-handling/ports.js';
import type { NewPerson } from '../domain/entering.js';

type CurrentSpecifications = Pick<Specifications, 'current' | 'upToDate'>;

/**
 * undefined: there is no such application for this person. The only way from an address to an application. Before that is said, what has
 * been published a moment ago is waited for; the same whether there is an application or not.
 */
export async function enter(
  specifications: CurrentSpecifications,
  key: string,
  person: NewPerson,
): Promise<Published | undefined> {
  const known = await enterNow(specifications, key, person);
  if (known || !specifications.upToDate) return known;
  await specifications.upToDate();
  return enterNow(specifications, key, person);
}
