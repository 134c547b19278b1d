// What the application asks of the published specifications: each document has all versions of one.
import { documentsIn, type Documents, type Generations } from '../port/documents.js';
import { SPECIFICATIONS_COLLECTION, type SpecificationDocument } from './specification-document.js';
import { specificationsProjection } from './specifications-projection.js';

export interface SpecificationsReadModel extends Pick<Documents<SpecificationDocument>, 'get'> {
  /** By name; at most so many. */
  named(limit: number): Promise<readonly SpecificationDocument[]>;
}

export function specificationsIn(readModels: Generations): SpecificationsReadModel {
  const specifications = documentsIn<SpecificationDocument>(
    readModels,
    specificationsProjection.name,
    SPECIFICATIONS_COLLECTION,
  );
  return {
    get: specifications.get,
    named: async (limit) => (await specifications.find({ limit, sort: { path: 'name' } })).documents,
  };
}
