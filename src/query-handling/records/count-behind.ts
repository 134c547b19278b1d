// Records that an event broke in the read model: what is shown of them is as it was before that event.
import { recordsIn } from '#projections/read-models/records/records-read-model.js';
import type { Sources } from '../ports.js';

interface ShownRecords {
  readonly application: string;
  readonly entity: string;
  /** Only of records that are shown: others are nothing that their reader may know of. */
  readonly ids: readonly string[];
}

/** How many of the records are behind. */
export async function countBehind(
  { readModels }: Pick<Sources, 'readModels'>,
  { application, entity, ids }: ShownRecords,
): Promise<number> {
  const failed = await readModels.failedDocuments('records').catch(() => []);
  if (failed.length === 0) return 0;
  const { collection } = recordsIn(readModels, { application, entity });
  const behind = new Set(failed.flatMap((each) => (each.collection === collection ? [each.document] : [])));
  return ids.filter((id) => behind.has(id)).length;
}
