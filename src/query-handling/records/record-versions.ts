import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import type { ProjectionProgress } from '../projection-progress.js';

export type { EntityKey as RecordsOf };
type NewsReadModels = Pick<ProjectionProgress, 'generation'>;

/** The same for a document and its record. */
export const formatChangeKey = (collection: string, id: string): string => `${collection}/${id}`;

export const findRecordsCollection = (readModels: NewsReadModels, of: EntityKey): string =>
  createRecordsReadModel(readModels, of).collection;

export const formatChangeKeyOfDocument = (readModels: NewsReadModels, of: EntityKey, id: string): string =>
  formatChangeKey(findRecordsCollection(readModels, of), id);

export interface RecordVersion {
  readonly version: number;
  readonly position: number;
}

export async function findRecordVersion(
  readModels: NewsReadModels,
  of: EntityKey,
  id: string,
): Promise<RecordVersion | undefined> {
  const record = await createRecordsReadModel(readModels, of).get(id);
  return record && { version: record.version, position: record.position };
}
