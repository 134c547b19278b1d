import type { RecordedEventReference, EventStore } from '#event-store/event-store.js';
import type { GenerationComparison } from './compare-generations.js';
import type { FoldFailure } from '../projector/batch-fold.js';
import type { AnyProjection } from '../port/projection.js';
import type { ReadModels } from '../port/read-models.js';
import type { CollectionIndexes } from '../port/query.js';

export interface ReplayOptions {
  readonly store: Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
  readonly readModels: ReadModels;
  readonly projections: readonly AnyProjection[];
  readonly shapeOf: (projection: string, collection: string) => CollectionIndexes | undefined;
  readonly onProgress?: (progress: ReplayProgress) => void;
  /** Also activates unexplained differences. */
  readonly accept?: boolean;
  readonly onAccept?: (accepted: AcceptedGenerationSwitch) => Promise<void>;
  readonly dryRun?: boolean;
  readonly onReplayed?: (replayed: ReplayReport) => void;
  /** The next replay resumes. */
  readonly signal?: AbortSignal;
}

export interface AcceptedGenerationSwitch {
  readonly projection: string;
  readonly from: number;
  readonly to: number;
  readonly differences: number;
  /** Up to this position, the former generation was built from events that the log lacks. */
  readonly lacking?: number;
}

export interface EventsMissingFromLog {
  /** Earlier versions recorded only the position. */
  readonly upTo: Pick<RecordedEventReference, 'position'> & Partial<RecordedEventReference>;
  /** undefined: unknown. */
  readonly atLeast?: number;
}

export interface ReplayProgress {
  readonly phase: 'events' | 'comparing' | 'indexing';
  readonly projection?: string;
  readonly done: number;
  /** Of the log, 0 to 1: the number of events is unknown. */
  readonly share?: number;
  readonly rate?: number;
  readonly secondsLeft?: number;
}

export interface ReplayReport {
  readonly projection: string;
  readonly version: number;
  readonly generation: number;
  /** After an interruption; 0: from the first event. */
  readonly resumedAt: number;
  readonly position: number;
  /** With the active generation; undefined: see `notCompared`. */
  readonly comparison?: GenerationComparison;
  readonly notCompared?: string;
  /** Up to this position, the log was changed since the active generation was built. undefined: none known. */
  readonly changedUpTo?: number;
  /** undefined: none known. */
  readonly missing?: EventsMissingFromLog;
  /** undefined: there was no active generation. */
  readonly versionBefore?: number;
  readonly generationBefore?: number;
  readonly skipped: number;
  readonly failedDocuments?: number;
  /** interrupted, gave up: to be resumed. failed: at the event in `broken`. differs: the same version yields other documents; discarded unless accepted. other events: see `changedUpTo`, discarded. events missing: see `missing`, discarded unless accepted. */
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
