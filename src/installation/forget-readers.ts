// How far somebody has read is forgotten with them: when they are erased, and at the start, since a copy from before may have brought it back.
import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { RunningProjections } from '#projections/running-projections.js';
import { peopleProjection } from '#projections/read-models/people/people-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';

/** An engine that is away is told elsewhere: what is left then is forgotten at the next start. */
export async function forgetErasedReaders(
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
