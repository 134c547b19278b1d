// Finds a person by the name he signs in with, which nobody can read in the read model: by its digest.
import type { PersonDocument } from '../../projections/people/person-document.js';
import { folded } from '../domain/claim/folded.js';
import type { Installation } from '../installation.js';

export async function personBySignInName(
  name: string,
  { projections, personal }: Installation,
): Promise<string | undefined> {
  const filter = { signInDigest: personal.digest(folded(name)) };
  const { documents } = await projections
    .generation('people')
    .find<PersonDocument>('people', { filter, limit: 1 });
  return documents[0]?.id;
}
