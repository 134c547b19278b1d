// One generation of a read model: documents in collections, and how far the log is in them.
// Every adapter passes test/projections/read-model.contract.ts.
import type { EventReference } from '#event-store/event-store.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Filter, Page, Query } from './query.js';
import type { Scalar } from '#specification/model/stored-value.js';

/** One generation of one projection: its collections and its checkpoint. */
export interface Generation {
  readonly projection: string;
  readonly number: number;
  checkpoint(): Promise<number>;
  get<Doc>(collection: string, id: string): Promise<Doc | undefined>;
  /** This and what counts: throw `QuestionTooLong` after some seconds; for whom they ask is known from asking.ts. */
  find<Doc>(collection: string, query: Query): Promise<Page<Doc>>;
  /** Counts up to `limit` (default 1,000) and then stops: `{ count: 1000, more: true }`. */
  count(
    collection: string,
    filter?: Filter,
    limit?: number,
  ): Promise<{ readonly count: number; readonly more: boolean }>;
  /** No value counts for more than `limit`; where the engine can, it stops counting there. */
  countBy(
    collection: string,
    path: string,
    filter?: Filter,
    limit?: number,
  ): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(collection: string, aggregation: Aggregation): Promise<Groups>;
  collections(): Promise<readonly string[]>;
  /** Every document of a collection by id. */
  scan<Doc>(collection: string): AsyncIterable<Doc>;
  /** The same as JSON, many at once: for comparing quickly. */
  blocks(collection: string): AsyncIterable<DocumentBlock>;
  /**
   * Documents and checkpoint in one transaction. `document: undefined` removes.
   * Throws `WrittenElsewhere` when somebody else has written since this handle was opened or last wrote, or has opened it
   * with a greater token: open it again.
   * `last`: the event at the checkpoint, kept with it.
   */
  write(writes: readonly DocumentWrite[], checkpoint: number, last?: EventReference): Promise<void>;
  /** Makes indexes and search as `shapeOf` says now, for every collection; ends bulk mode. Changes no answer, only how quick it is. */
  reshape(): Promise<void>;
  /**
   * This moment, frozen: documents and checkpoint as they are now, whatever is written later. Close it soon. Reading it throws
   * `SnapshotLost` where the engine does not keep it for so long.
   */
  snapshot(): Promise<Snapshot>;
  /** Twice is once. */
  close(): Promise<void>;
}

/** Documents as JSON, each on a line of its own. */
export interface DocumentBlock {
  readonly lines: string;
  readonly count: number;
}

export type Snapshot = Pick<
  Generation,
  'projection' | 'number' | 'checkpoint' | 'collections' | 'scan' | 'blocks' | 'get' | 'close'
>;

export interface DocumentWrite {
  readonly collection: string;
  readonly id: string;
  readonly document: { readonly position: number } | undefined;
}

export interface GenerationInfo {
  readonly projection: string;
  readonly number: number;
  readonly version: number;
  readonly state: 'building' | 'active' | 'kept';
  readonly checkpoint: number;
  /** The event at the checkpoint; undefined: none yet, or a version before wrote it. */
  readonly last?: EventReference;
  /** How many documents a replay found to differ from what the events make of them; undefined: none, as far as is known. */
  readonly differences?: number;
}
