import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import type { Installation } from '../installation/installation.js';
import type { ImportTarget } from './import-application.js';

/** EventStoreDB keeps no order among concurrent appends. */
const TOGETHER = { sqlite: 500, eventstoredb: 1 };

/** An archive is imported into this installation, from the command line or by a page. */
export function createImportTarget(
  { store, personal, files, clock, configuration, projections }: Installation,
  sending: Pick<ImportTarget, 'send' | 'waitForProjections'>,
): ImportTarget {
  const people = createPeopleReadModel(projections);
  return {
    store,
    together: TOGETHER[configuration.events.engine],
    personal,
    files,
    clock,
    findBySignInName: async (name) =>
      (await people.findBySignInDigest(personal.digest(normalizeUniqueValue(name))))?.id,
    ...sending,
  };
}
