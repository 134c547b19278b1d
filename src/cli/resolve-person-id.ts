import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { normalizeUniqueValue } from '../domain/claim/normalize-unique-value.js';
import { isRecordId, parseUserStream } from '../domain/stream-names.js';
import type { Installation } from '../installation/installation.js';
import { CliUsageError } from './cli-usage-error.js';

export async function findPersonBySignInName(
  name: string,
  { projections, personal }: Installation,
): Promise<string | undefined> {
  return (
    await createPeopleReadModel(projections).findBySignInDigest(personal.digest(normalizeUniqueValue(name)))
  )?.id;
}

/** Or id; names are compared by digest. Throws `CliUsageError`. */
export async function resolvePersonId(text: string, installation: Installation): Promise<string> {
  const known = parseUserStream(text) ?? (isRecordId(text) ? text : undefined);
  const found = known ?? (await findPersonBySignInName(text, installation));
  if (found !== undefined) return found;
  throw new CliUsageError(
    `nobody signs in as “${text}”. Give the sign-in name or the id (daybook events --type user.registered --personal).`,
  );
}
