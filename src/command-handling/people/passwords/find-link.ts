// Which link a person has: read where it is decided on, so that what was written a moment ago counts.
import type { OneTimeLink } from '#domain/user/one-time-link.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { readUser } from '#command-handling/pipeline/acting-person.js';

/** undefined: none, or it is used up. It may be too old. */
export async function findLink(
  ports: Pick<CommandDependencies, 'store' | 'personalData'>,
  person: string,
): Promise<OneTimeLink | undefined> {
  const state = await readUser(ports, person);
  return state.status === 'registered' ? state.link : undefined;
}
