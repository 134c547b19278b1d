import type { Clock } from '../ports/clock.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { createCursorSeal } from './paging/cursor-seal.js';
import { createPeopleNamesCache } from './names/find-names.js';
import type { QueryDependencies } from './query-dependencies.js';
import type { PublishedSpecifications } from './query-dependencies.js';
import type { ProjectionProgress } from './projection-progress.js';

export interface QueryPorts {
  readonly readModels: ProjectionProgress;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'openForDisplay' | 'digest'>;
  readonly files: QueryDependencies['files'];
  readonly readPositions: QueryDependencies['readPositions'];
  readonly now: Clock;
}

/** `sources.names.close()` unsubscribes. */
export function openQueryDependencies(parts: QueryPorts): QueryDependencies {
  return {
    ...parts,
    names: createPeopleNamesCache(parts.readModels, parts.personal),
    seal: createCursorSeal(parts.personal.digest('cursors of lists')),
  };
}
