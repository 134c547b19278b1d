// A record as news of it come: what a written document is called, and which version it has now.
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import type { RunningReadModels } from '../running-read-models.js';

export type { EntityKey as RecordsOf };
type NewsReadModels = Pick<RunningReadModels, 'generation'>;

/** The same for a written document and for the record that it is of. */
export const changeKey = (collection: string, id: string): string => `${collection}/${id}`;

export const changeKeyOfDocument = (readModels: NewsReadModels, of: EntityKey, id: string): string =>
  changeKey(createRecordsReadModel(readModels, of).collection, id);

export interface RecordChange {
  readonly version: number;
  /** Of the event that made it this version. */
  readonly position: number;
}

/** undefined: there is none. */
export async function toRecordChange(
  readModels: NewsReadModels,
  of: EntityKey,
  id: string,
): Promise<RecordChange | undefined> {
  const record = await createRecordsReadModel(readModels, of).get(id);
  return record && { version: record.version, position: record.position };
}
