// The published version that a record runs by: asked once the record was read.
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import type { PublishedVersion, SpecificationVersions } from './specifications.js';

/**
 * `movedTo`: the version the record was last moved to; 0: none. undefined: nothing is published. Throws `Refused` UNAVAILABLE where this
 * process has not heard of that version yet.
 */
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

/**
 * Which version of its specification a record runs by: the newest that is published, since publishing takes every record along.
 * `movedTo`: what the record's own events say; where they are ahead of what this process knows to be the newest, they are right:
 * no record ever goes back.
 */
export function getRunningVersion(movedTo: number, newest: number): number {
  return Math.max(movedTo, newest);
}
