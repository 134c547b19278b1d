// Records that an event broke in the read model: they are shown and counted as they were before that event.
import { recordsIn, type RecordsOf } from '#projections/read-models/records/records-read-model.js';
import type { Sources } from '../ports.js';

type ReadModelSource = Pick<Sources, 'readModels'>;

/** Ids of all of them, regardless of who may read them. */
export async function brokenRecords(
  { readModels }: ReadModelSource,
  of: RecordsOf,
): Promise<ReadonlySet<string>> {
  const failed = await readModels.failedDocuments('records').catch(() => []);
  if (failed.length === 0) return new Set();
  const { collection } = recordsIn(readModels, of);
  return new Set(failed.flatMap((each) => (each.collection === collection ? [each.document] : [])));
}

/** Which of these records, that their reader may read, are outdated. */
export async function outdatedAmong(
  sources: ReadModelSource,
  of: RecordsOf,
  ids: readonly string[],
): Promise<readonly string[]> {
  const broken = await brokenRecords(sources, of);
  return broken.size === 0 ? [] : ids.filter((id) => broken.has(id));
}
