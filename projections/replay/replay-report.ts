// Options and reports of a replay.
import type { EventReference, EventStore } from '#event-store/event-store.js';
import type { GenerationComparison } from './compare-generations.js';
import type { FoldFailure } from '../projector/batch-fold.js';
import type { AnyProjection } from '../port/projection.js';
import type { ReadModels } from '../port/read-models.js';
import type { CollectionShape } from '../port/query.js';

export interface ReplayOptions {
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly readModels: ReadModels;
  /** Replayed in one pass over the log. */
  readonly projections: readonly AnyProjection[];
  readonly shapeOf: (projection: string, collection: string) => CollectionShape | undefined;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Also activates unexplained differences. */
  readonly accept?: boolean;
  /** Called before activating unexplained differences; throwing prevents it. */
  readonly onAccept?: (accepted: AcceptedReplay) => Promise<void>;
  /** Compares, then discards the new generations. */
  readonly dryRun?: boolean;
  /** Called for each finished projection, even if the replay then fails. */
  readonly onReplayed?: (replayed: ReplayReport) => void;
  /** Interrupts the replay; the next one resumes. */
  readonly signal?: AbortSignal;
}

export interface AcceptedReplay {
  readonly projection: string;
  readonly from: number;
  readonly to: number;
  readonly differences: number;
  /** Up to this position, the former generation was built from events that the log lacks. */
  readonly lacking?: number;
}

/** Events that built the active generation and that the log lacks. */
export interface MissingEvents {
  /** Its last event; earlier versions kept only the position. */
  readonly upTo: Pick<EventReference, 'position'> & Partial<EventReference>;
  /** Minimum number; undefined: unknown. */
  readonly atLeast?: number;
}

export interface ReplayProgress {
  readonly phase: 'events' | 'comparing' | 'indexing';
  readonly projection?: string;
  /** Events read since start or resumption; while comparing: documents. */
  readonly done: number;
  /** Share of the log that was read, 0 to 1. The total number of events is unknown. */
  readonly share?: number;
  readonly rate?: number;
  readonly secondsLeft?: number;
}

export interface ReplayReport {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  /** Where an interrupted replay resumed; 0: from the first event. */
  readonly resumedAt: number;
  readonly position: number;
  /** With the active generation; undefined: see `notCompared`. */
  readonly comparison?: GenerationComparison;
  readonly notCompared?: string;
  /** Up to this position, the active generation was built from other events: the log was changed. undefined: none known. */
  readonly changedUpTo?: number;
  /** undefined: none known. */
  readonly missing?: MissingEvents;
  /** Version of the active generation; undefined: there was none. */
  readonly versionBefore?: number;
  readonly generationBefore?: number;
  readonly skipped: number;
  /** Number of broken documents; missing: none. */
  readonly failedDocuments?: number;
  /**
   * interrupted: to be resumed. gave up: likewise, see `why`. failed: at the event in `broken`; not activated.
   * differs: the same version yields other documents; discarded unless accepted. other events: see `changedUpTo`;
   * always discarded. events missing: see `missing`; discarded unless accepted.
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
  /** The engine's error; other projections are finished. */
  readonly why?: string;
  readonly broken?: FoldFailure;
  readonly dropped: readonly number[];
}
