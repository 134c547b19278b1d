// What queries ask of the rest: handed in by the application, replaced in tests.
import type { Generation, Write } from '../../projections/read-model.js';
import type { Clock, Specifications } from '../command-handling/ports.js';
import type { PersonalData } from '../event-store/personal-data/personal-data.js';
import type { CursorSeal } from './cursor-seal.js';
import type { PeopleNames } from './people/people-names.js';

export type ReadModelName = 'records' | 'timeline' | 'specifications' | 'people';

/** A projection as admins see it. */
export interface ProjectionState {
  readonly name: string;
  /** new, booting, active, paused, failed. */
  readonly state: string;
  readonly position: number;
  readonly generation: number;
  readonly failure?: string;
}

/** The read models as they run now. Another generation of one may answer the next call: ask anew for each request. */
export interface RunningReadModels {
  generation(projection: string): Promise<Generation> | Generation;
  /** Until everything up to the position is in all read models; false = not within the time. */
  waitFor(position: number, milliseconds: number): Promise<boolean>;
  /** Calls back after documents of a projection were written. Returns what ends it. */
  onWritten(listener: (projection: string, writes: readonly Write[]) => void): () => void;
  states(): Promise<readonly ProjectionState[]> | readonly ProjectionState[];
}

/** Everything queries read from. */
export interface Sources {
  readonly readModels: RunningReadModels;
  readonly specifications: Specifications;
  readonly personal: Pick<PersonalData, 'open' | 'digest'>;
  readonly names: PeopleNames;
  readonly seal: CursorSeal;
  readonly now: Clock;
}

/** Tokens for injection. */
export const RUNNING_READ_MODELS = Symbol('RunningReadModels');
export const SOURCES = Symbol('Sources');
