// A record as news of it come: what a written document is called, and which version it has now.
import {
  createRecordsReadModel,
  type EntityKey,
} from '#projections/read-models/records/records-read-model.js';
import type { RunningReadModels } from '../running-read-models.js';

export type { EntityKey as RecordsOf };
type NewsReadModels = Pick<RunningReadModels, 'generation'>;

/** The same for a written document and for the record that it is of. */
export const newsKey = (collection: string, id: string): string => `${collection}/${id}`;

export const newsKeyOf = (readModels: NewsReadModels, of: EntityKey, id: string): string =>
  newsKey(createRecordsReadModel(readModels, of).collection, id);

export interface RecordNews {
  readonly version: number;
  /** Of the event that made it this version. */
  readonly position: number;
}

/** undefined: there is none. */
export async function newsOf(
  readModels: NewsReadModels,
  of: EntityKey,
  id: string,
): Promise<RecordNews | undefined> {
  const record = await createRecordsReadModel(readModels, of).get(id);
  return record && { version: record.version, position: record.position };
}
