import { Query } from '@nestjs/cqrs';
import { parseRecordStream } from '#domain/stream-names.js';
import { UNKNOWN_TARGETS, type FailedDocument } from '#projections/port/failed-documents.js';
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import type { QueryDependencies } from '../query-dependencies.js';

type ReadModelSource = Pick<QueryDependencies, 'readModels'>;

/** Regardless of rights. */
export async function findRecordsFailedToProject(
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

function recordOfStream({ collection, document }: FailedDocument, of: EntityKey): readonly string[] {
  const ref = collection === UNKNOWN_TARGETS ? parseRecordStream(document) : undefined;
  return ref?.application === of.application && ref.entity === of.entity ? [ref.id] : [];
}

export class FindRecordsFailedToProject extends Query<readonly string[]> {
  constructor(
    readonly entity: EntityKey,
    readonly ids: readonly string[],
  ) {
    super();
  }
}

export async function filterRecordsFailedToProject(
  sources: ReadModelSource,
  of: EntityKey,
  ids: readonly string[],
): Promise<readonly string[]> {
  const broken = await findRecordsFailedToProject(sources, of);
  return broken.size === 0 ? [] : ids.filter((id) => broken.has(id));
}
