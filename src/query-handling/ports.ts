// What queries ask of the rest: handed in by the application, replaced in tests.
import type { RunningProjections } from '#projections/running-projections.js';
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

/** The log as it was read. */
export interface ReadLog {
  /** Position of its last event. Throws `LogReplaced` where another log is in its place. */
  head(): Promise<number>;
}

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
export const READ_LOG = Symbol('ReadLog');
export const SOURCES = Symbol('Sources');
