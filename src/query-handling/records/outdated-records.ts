// Records that an event broke in the read model: they are shown and counted as they were before that event.
import { parseRecordStream } from '#domain/stream-names.js';
import { UNKNOWN_TARGETS, type FailedDocument } from '#projections/port/failed-documents.js';
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import type { QueryDependencies } from '../query-dependencies.js';

type ReadModelSource = Pick<QueryDependencies, 'readModels'>;

/** Ids of all of them, regardless of who may read them. */
export async function findBrokenRecords(
  { readModels }: ReadModelSource,
  of: EntityKey,
): Promise<ReadonlySet<string>> {
  const failed = await readModels.failedDocuments('records').catch(() => []);
  if (failed.length === 0) return new Set();
  const { collection } = createRecordsReadModel(readModels, of);
  return new Set(
    failed.flatMap((each) => (each.collection === collection ? [each.document] : recordOfStream(each, of))),
  );
}

/** Where the targets of an event are not known, its stream tells the record. */
function recordOfStream({ collection, document }: FailedDocument, of: EntityKey): readonly string[] {
  const ref = collection === UNKNOWN_TARGETS ? parseRecordStream(document) : undefined;
  return ref?.application === of.application && ref.entity === of.entity ? [ref.id] : [];
}

/** Which of these records, that their reader may read, are outdated. */
export async function findOutdatedRecords(
  sources: ReadModelSource,
  of: EntityKey,
  ids: readonly string[],
): Promise<readonly string[]> {
  const broken = await findBrokenRecords(sources, of);
  return broken.size === 0 ? [] : ids.filter((id) => broken.has(id));
}
