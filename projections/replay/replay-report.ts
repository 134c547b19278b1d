// What a replay is given, and what it tells: while it runs, and at its end.
import type { EventReference, EventStore } from '#event-store/event-store.js';
import type { GenerationComparison } from './compare-generations.js';
import type { FoldFailure } from '../projector/batch-fold.js';
import type { AnyProjection } from '../port/projection.js';
import type { ReadModels } from '../port/read-models.js';
import type { CollectionShape } from '../port/query.js';

export interface ReplayParts {
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly readModels: ReadModels;
  /** All of them in one pass over the log. */
  readonly projections: readonly AnyProjection[];
  readonly shapeOf: (projection: string, collection: string) => CollectionShape | undefined;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Switches also where it differs and nobody can say why. */
  readonly accept?: boolean;
  /** Called before it switches to what differs and nobody can explain. Where this throws, nothing is switched. */
  readonly onAccept?: (accepted: AcceptedReplay) => Promise<void>;
  /** Compares, and throws the new generations away. */
  readonly dryRun?: boolean;
  /** Told of each as soon as it is done: also where the whole ends with an error. */
  readonly onReplayed?: (replayed: ReplayReport) => void;
  /** Ends it; the next replay goes on from there. */
  readonly signal?: AbortSignal;
}

export interface AcceptedReplay {
  readonly projection: string;
  /** The generation that pages were served from. */
  readonly from: number;
  readonly to: number;
  readonly differences: number;
  /** Position up to which what was in use had been made from events that the log lacks. */
  readonly lacking?: number;
}

/** Events that what is in use was made from, and that the log does not have any more. */
export interface MissingEvents {
  /** The last event that it was made from; a version before kept nothing but its position. */
  readonly upTo: Pick<EventReference, 'position'> & Partial<EventReference>;
  /** How many there are at least; undefined: what is in use does not say from how many it was made. */
  readonly atLeast?: number;
}

export interface ReplayProgress {
  readonly phase: 'events' | 'comparing' | 'indexing';
  /** While comparing or indexing: of which projection. */
  readonly projection?: string;
  /** Events read since it began or was taken up again; while comparing: documents. */
  readonly done: number;
  /** How much of what has to be read of the log that is: 0 to 1. Nobody knows how many events there are. */
  readonly share?: number;
  /** Events per second. */
  readonly rate?: number;
  readonly secondsLeft?: number;
}

export interface ReplayReport {
  readonly projection: string;
  readonly version: number;
  /** Number of the new generation. */
  readonly generation: number;
  /** Where an interrupted replay was taken up again; 0: built from the first event. */
  readonly resumedAt: number;
  readonly position: number;
  /** With what pages were served from until now; undefined: there was nothing to compare with, see `notCompared`. */
  readonly comparison?: GenerationComparison;
  readonly notCompared?: string;
  /**
   * Position up to which what is in use was made from other events than those that the log has there now: somebody has changed the log.
   * undefined: from the same, as far as the log can tell.
   */
  readonly changedUpTo?: number;
  /** undefined: none, as far as the log can tell. */
  readonly missing?: MissingEvents;
  /** Of the projection that built what was in use; undefined: nothing was. */
  readonly versionBefore?: number;
  /** Number of the generation that was in use; undefined: none was. */
  readonly generationBefore?: number;
  /** Events left out, because somebody had said so. */
  readonly skipped: number;
  /** Documents that an event broke: they are as they were before it. Left out: none. */
  readonly failedDocuments?: number;
  /**
   * interrupted: to be taken up again. gave up: likewise, see `why`. failed: at the event in `broken`; not switched to. differs: the same projection made
   * something else of the same events; thrown away, unless that is accepted. other events: see `changedUpTo`; thrown away, and never accepted.
   * events missing: see `missing`; thrown away, unless that is accepted.
   */
  readonly outcome:
    | 'activated'
    | 'dry run'
    | 'differs'
    | 'other events'
    | 'events missing'
    | 'interrupted'
    | 'gave up'
    | 'failed';
  /** An engine could not do what it takes, in words: the others are finished all the same. */
  readonly why?: string;
  readonly broken?: FoldFailure;
  /** Generations dropped because a newer one is kept. */
  readonly dropped: readonly number[];
}
