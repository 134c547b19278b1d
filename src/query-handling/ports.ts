// What queries ask of the rest: handed in by the application, replaced in tests.
import type { RunningProjections } from '../../projections/running-projections.js';
import type { Clock } from '../command-handling/ports.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { CursorSeal } from './cursor-seal.js';
import type { PeopleNames } from './people/people-names.js';
import type { PublishedSpecifications } from './published-specifications.js';

/** The read models as they run now. Another generation of one may answer the next call: ask anew for each request. */
export type RunningReadModels = Pick<
  RunningProjections,
  'generation' | 'waitFor' | 'isCurrent' | 'onWritten' | 'health'
>;

/** Everything queries read from. */
export interface Sources {
  readonly readModels: RunningReadModels;
  readonly specifications: PublishedSpecifications;
  readonly personal: Pick<PersonalData, 'open' | 'digest'>;
  readonly names: PeopleNames;
  readonly seal: CursorSeal;
  readonly now: Clock;
}

/** Tokens for injection. */
export const RUNNING_READ_MODELS = Symbol('RunningReadModels');
export const SOURCES = Symbol('Sources');
