// Read the record first, so that its version is known here.
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import type { PublishedVersion, SpecificationVersions } from './specifications.js';

/** `movedTo`: version the record was last moved to; 0: none. undefined: nothing is published. Throws `Refused` UNAVAILABLE where that version is not known here yet. */
export async function findRunningSpecification(
  specifications: Pick<SpecificationVersions, 'current' | 'at'>,
  application: string,
  movedTo: number,
): Promise<PublishedVersion | undefined> {
  const newest = await specifications.current(application);
  if (!newest) return undefined;
  const version = getRunningVersion(movedTo, newest.version);
  if (version === newest.version) return newest;
  const ahead = await specifications.at(application, version);
  if (!ahead) throw new Refused([createBuiltInReason('UNAVAILABLE')]);
  return ahead;
}

/** The newest version, since publishing migrates every record; the record's own events may be ahead of what this process knows. */
export function getRunningVersion(movedTo: number, newest: number): number {
  return Math.max(movedTo, newest);
}
