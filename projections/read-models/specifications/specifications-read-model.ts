// What the application asks of the published specifications.
import { documentsIn, type Documents, type ActiveGenerations } from '#projections/port/documents.js';
import {
  SPECIFICATIONS_COLLECTION,
  textId,
  TEXTS_COLLECTION,
  type SpecificationDocument,
  type TextDocument,
} from './specification-document.js';
import { specificationsProjection } from './specifications-projection.js';

export interface SpecificationsReadModel extends Pick<Documents<SpecificationDocument>, 'get'> {
  /** By name; at most so many. */
  named(limit: number): Promise<readonly SpecificationDocument[]>;
  /** Undefined: no such version. */
  text(application: string, version: number): Promise<string | undefined>;
}

export function specificationsIn(readModels: ActiveGenerations): SpecificationsReadModel {
  const collection = <Doc>(name: string) => documentsIn<Doc>(readModels, specificationsProjection.name, name);
  const specifications = collection<SpecificationDocument>(SPECIFICATIONS_COLLECTION);
  const texts = collection<TextDocument>(TEXTS_COLLECTION);
  return {
    get: specifications.get,
    named: async (limit) => (await specifications.find({ limit, sort: { path: 'name' } })).documents,
    async text(application, version) {
      const kept = await texts.get(textId(application, version));
      if (kept) return kept.text;
      const document = await specifications.get(application);
      return document?.versions.find((each) => each.version === version)?.text;
    },
  };
}
