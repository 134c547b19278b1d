// Query: whether somebody has done something here, and not only in the made-up past that examples come with.
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { QueryDependencies } from '../query-dependencies.js';

/** Goes by the latest of these events: what was loaded as a past says when it is to have happened. */
export async function hasActed(
  { readModels }: Pick<QueryDependencies, 'readModels'>,
  person: string,
  types: readonly string[],
): Promise<boolean> {
  const { documents } = await createTimelineReadModel(readModels).find({
    filter: { actor: person, type: { $in: types } },
    sort: { path: 'position', descending: true },
    limit: 1,
  });
  return documents.some(({ metadata }) => metadata.effectiveAt === undefined);
}
