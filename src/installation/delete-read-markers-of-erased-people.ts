// With an erased person, and at start, since a restored copy may contain read positions.
import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { peopleProjection } from '#projections/read-models/people/people-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';

/** Unavailable engines are retried at the next start. */
export async function deleteReadMarkersOfErasedPeople(
  projections: Pick<RunningProjections, 'generation' | 'onWritten'>,
  readModels: Pick<ReadMarkers, 'forgetReader'>,
): Promise<void> {
  const forget = async (people: readonly { readonly id: string; readonly erasedAt: string | null }[]) => {
    for (const { id } of people.filter(({ erasedAt }) => erasedAt !== null))
      await readModels.forgetReader(id);
  };
  projections.onWritten(({ projection, documents }) => {
    if (projection !== peopleProjection.name) return;
    const written = documents.map(({ id }) => id);
    void createPeopleReadModel(projections)
      .byIds(written)
      .then(forget)
      .catch(() => {});
  });
  await Promise.resolve()
    .then(() => createPeopleReadModel(projections).listErased())
    .then(forget)
    .catch(() => {});
}
