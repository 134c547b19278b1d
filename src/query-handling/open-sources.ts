// Puts together what queries read from: called once by the application, and by tests.
import type { Clock, Lookups } from '../command-handling/ports.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import { cursorSeal } from './cursor-seal.js';
import { lookups } from './lookups.js';
import { peopleNames } from './people/people-names.js';
import type { RunningReadModels, Sources } from './ports.js';
import { publishedSpecifications, type PublishedSpecifications } from './published-specifications.js';

export interface OpenSources extends Sources {
  readonly specifications: PublishedSpecifications;
  readonly lookups: Lookups;
  /** Stops listening to the read models; closes none of them. */
  close(): void;
}

export function openSources(
  readModels: RunningReadModels,
  personal: Pick<PersonalData, 'open' | 'digest'>,
  now: Clock,
): OpenSources {
  const names = peopleNames(readModels, personal);
  const specifications = publishedSpecifications(readModels);
  return {
    readModels,
    personal,
    names,
    specifications,
    lookups: lookups(readModels, personal),
    seal: cursorSeal(personal.digest('cursors of lists')),
    now,
    close() {
      names.close();
      specifications.close();
    },
  };
}
