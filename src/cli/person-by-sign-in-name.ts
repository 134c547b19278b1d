// Finds a person by the name they sign in with, which nobody can read in the read model: by its digest.
import { peopleIn } from '#projections/read-models/people/people-read-model.js';
import { foldedUniqueValue } from '../domain/claim/folded.js';
import type { Installation } from '../installation/installation.js';

export async function personBySignInName(
  name: string,
  { projections, personal }: Installation,
): Promise<string | undefined> {
  return (await peopleIn(projections).bySignInDigest(personal.digest(foldedUniqueValue(name))))?.id;
}
