// Finds a person by the name they sign in with, which nobody can read in the read model: by its digest.
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { foldUniqueValue } from '../domain/claim/fold-unique-value.js';
import { isRecordId, parseUserStream } from '../domain/stream-names.js';
import type { Installation } from '../installation/installation.js';
import { CliUsageError } from './cli-usage-error.js';

export async function personBySignInName(
  name: string,
  { projections, personal }: Installation,
): Promise<string | undefined> {
  return (await createPeopleReadModel(projections).findBySignInDigest(personal.digest(foldUniqueValue(name))))
    ?.id;
}

/** Of a sign-in name or an id. Throws `CliUsageError` if no person has this sign-in name or id. */
export async function personIdOf(text: string, installation: Installation): Promise<string> {
  const known = parseUserStream(text) ?? (isRecordId(text) ? text : undefined);
  const found = known ?? (await personBySignInName(text, installation));
  if (found !== undefined) return found;
  throw new CliUsageError(
    `nobody signs in as “${text}”. Give the sign-in name or the id (daybook events --type user.registered --personal).`,
  );
}
