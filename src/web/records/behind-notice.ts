// Records that an event broke in the read model: pages that show them say that they are behind.
import { recordsCollection } from '#projections/read-models/records/records-projection.js';
import type { Sources } from '#query-handling/ports.js';

interface ShownRecords {
  readonly application: string;
  readonly entity: string;
  /** Only of records that the page shows: others are nothing that its reader may know of. */
  readonly ids: readonly string[];
}

/** Sentences for the notice of the page; [] where everything that happened is in it. */
export async function behindNotice(
  { readModels }: Pick<Sources, 'readModels'>,
  { application, entity, ids }: ShownRecords,
): Promise<readonly string[]> {
  const failed = await readModels.failedDocuments('records').catch(() => []);
  if (failed.length === 0) return [];
  const collection = recordsCollection(application, entity);
  const behind = new Set(failed.flatMap((each) => (each.collection === collection ? [each.document] : [])));
  const count = ids.filter((id) => behind.has(id)).length;
  if (count === 0) return [];
  return ids.length === 1
    ? ['This is behind: not everything that happened to it is shown yet. Your administrators see why.']
    : [
        `${count} of these are behind: not everything that happened to them is shown yet. Your administrators see why.`,
      ];
}
