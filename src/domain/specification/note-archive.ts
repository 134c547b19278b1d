import type { DecidedEvent } from '../event.js';
import { createBuiltInReason } from '../create-reason.js';
import { Refused } from '../refusal.js';
import type { ApplicationExported, ApplicationImported, ArchiveEvent } from './archive-events.js';
import type { SpecificationEvent } from './specification-events.js';

export interface ArchiveState {
  readonly isPublished: boolean;
  /** Archives that were imported. */
  readonly imported: readonly string[];
}

export const foldArchives = (events: readonly Pick<SpecificationEvent, 'type' | 'data'>[]): ArchiveState => ({
  isPublished: events.some(({ type }) => type === 'specification.published'),
  imported: events.flatMap(({ type, data }) =>
    type === 'specification.imported' ? [(data as ApplicationImported['data']).archive] : [],
  ),
});

/** Throws `Refused` NOT_FOUND. */
export function noteExported(
  { isPublished }: ArchiveState,
  data: ApplicationExported['data'],
  reason?: string,
): readonly DecidedEvent<ArchiveEvent>[] {
  if (!isPublished) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  const metadata = reason === undefined ? {} : { metadata: { reason } };
  return [{ type: 'specification.exported', data, ...metadata }];
}

/** [] for an archive that was imported before. Throws `Refused` NOT_FOUND. */
export function noteImported(
  { isPublished, imported }: ArchiveState,
  data: ApplicationImported['data'],
): readonly DecidedEvent<ArchiveEvent>[] {
  if (!isPublished) throw new Refused([createBuiltInReason('NOT_FOUND')]);
  return imported.includes(data.archive) ? [] : [{ type: 'specification.imported', data }];
}
