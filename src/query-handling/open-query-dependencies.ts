// Puts together what queries read from: called once by the application, and by tests.
import type { Clock } from '../ports/clock.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { createCursorSeal } from './paging/cursor-seal.js';
import { openPeopleNames } from './names/mentions.js';
import type { QueryDependencies } from './query-dependencies.js';
import type { PublishedSpecifications } from './query-dependencies.js';
import type { RunningReadModels } from './running-read-models.js';

export interface QueryPorts {
  readonly readModels: RunningReadModels;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'openForDisplay' | 'digest'>;
  readonly files: QueryDependencies['files'];
  readonly readPositions: QueryDependencies['readPositions'];
  readonly now: Clock;
}

/** Names are remembered: `sources.names.close()` stops listening to the read models. */
export function openQueryDependencies(parts: QueryPorts): QueryDependencies {
  return {
    ...parts,
    names: openPeopleNames(parts.readModels, parts.personal),
    seal: createCursorSeal(parts.personal.digest('cursors of lists')),
  };
}
