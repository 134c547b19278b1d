// What the application asks of the published specifications.
import type { Generation } from '../read-model.js';
import { SPECIFICATIONS_COLLECTION, type SpecificationDocument } from './specification-document.js';

export function specificationByKey(
  specifications: Generation,
  key: string,
): Promise<SpecificationDocument | undefined> {
  return specifications.get(SPECIFICATIONS_COLLECTION, key);
}

/** Ordered by key. */
export async function allSpecifications(
  specifications: Generation,
): Promise<readonly SpecificationDocument[]> {
  const all: SpecificationDocument[] = [];
  for await (const document of specifications.scan<SpecificationDocument>(SPECIFICATIONS_COLLECTION))
    all.push(document);
  return all;
}

/** The text of one version. */
export async function specificationText(
  specifications: Generation,
  key: string,
  version: number,
): Promise<string | undefined> {
  const document = await specificationByKey(specifications, key);
  return document?.versions.find((published) => published.version === version)?.text;
}
