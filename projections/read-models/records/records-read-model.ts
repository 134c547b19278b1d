// The records of one entity, as documents. What may be seen of them is not asked here.
import { documentsIn, type Documents, type ActiveGenerations } from '#projections/port/documents.js';
import { type RecordDocument, recordsCollection } from './record-document.js';
import { recordsProjection } from './records-projection.js';

export interface RecordsOf {
  readonly application: string;
  readonly entity: string;
}

export type RecordsReadModel = Documents<RecordDocument>;

export const recordsIn = (
  readModels: ActiveGenerations,
  { application, entity }: RecordsOf,
): RecordsReadModel =>
  documentsIn(readModels, recordsProjection.name, recordsCollection(application, entity));
