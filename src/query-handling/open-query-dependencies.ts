// Puts together what queries read from: called once by the application, and by tests.
import type { Clock } from '../ports/clock.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { cursorSeal } from './paging/cursor-seal.js';
import { peopleNames } from './names/mentions.js';
import type { Sources } from './query-dependencies.js';
import type { PublishedSpecifications } from './query-dependencies.js';
import type { RunningReadModels } from './running-read-models.js';

export interface SourcesParts {
  readonly readModels: RunningReadModels;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'openForDisplay' | 'digest'>;
  readonly files: Sources['files'];
  readonly readPositions: Sources['readPositions'];
  readonly now: Clock;
}

/** Names are remembered: `sources.names.close()` stops listening to the read models. */
export function openSources(parts: SourcesParts): Sources {
  return {
    ...parts,
    names: peopleNames(parts.readModels, parts.personal),
    seal: cursorSeal(parts.personal.digest('cursors of lists')),
  };
}
