import type { OneTimeLink } from '#domain/user/one-time-link.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { readUser } from '#command-handling/pipeline/acting-person.js';

/** undefined if there is none or it was used. */
export async function readOneTimeLink(
  ports: Pick<CommandDependencies, 'store' | 'personalData'>,
  person: string,
): Promise<OneTimeLink | undefined> {
  const state = await readUser(ports, person);
  return state.status === 'registered' ? state.link : undefined;
}
