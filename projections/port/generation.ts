// Port of one generation of a read model: documents in collections, and a checkpoint. Contract: test/projections/read-model.contract.ts.
import type { EventReference } from '#event-store/event-store.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Filter, Page, Query } from './query.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Generation {
  readonly projection: string;
  readonly number: number;
  checkpoint(): Promise<number>;
  get<Doc>(collection: string, id: string): Promise<Doc | undefined>;
  /** Queries throw `QueryTimeout` after some seconds; they are attributed to the current `QueryContext`. */
  find<Doc>(collection: string, query: Query): Promise<Page<Doc>>;
  /** Stops counting at `limit` (default 1,000): `{ count: 1000, more: true }`. */
  count(
    collection: string,
    filter?: Filter,
    limit?: number,
  ): Promise<{ readonly count: number; readonly more: boolean }>;
  /** Counts at most `limit` per value. */
  countBy(
    collection: string,
    path: string,
    filter?: Filter,
    limit?: number,
  ): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(collection: string, aggregation: Aggregation): Promise<Groups>;
  collections(): Promise<readonly string[]>;
  scan<Doc>(collection: string): AsyncIterable<Doc>;
  /** As JSON blocks, for quick comparison. */
  blocks(collection: string): AsyncIterable<DocumentBlock>;
  /**
   * Writes documents and checkpoint in one transaction. `document: undefined` removes. Throws `WrittenElsewhere`
   * where another handle wrote meanwhile or opened it with a greater token. `last`: the event at the checkpoint.
   */
  write(writes: readonly DocumentWrite[], checkpoint: number, last?: EventReference): Promise<void>;
  /** Rebuilds indexes and search as `shapeOf` says, and ends a bulk load. Affects speed only. */
  reshape(): Promise<void>;
  /** A snapshot of documents and checkpoint. Close it soon: reads throw `SnapshotLost` once the engine drops it. */
  snapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

/** JSON documents, one per line. */
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
  /** The event at the checkpoint; undefined: none, or written by an earlier version. */
  readonly last?: EventReference;
  /** Documents that differed in a replay; undefined: none known. */
  readonly differences?: number;
}
