// Contract: test/projections/read-model.contract.ts.
import type { RecordedEventReference } from '#event-store/event-store.js';
import type { Aggregation, Groups } from './aggregation.js';
import type { Filter, Page, Query } from './query.js';
import type { Scalar } from '#specification/model/stored-value.js';

export interface Generation {
  readonly projection: string;
  readonly number: number;
  checkpoint(): Promise<number>;
  get<Doc>(collection: string, id: string): Promise<Doc | undefined>;
  /** Queries throw `QueryTimeout`, and belong to the current `QueryContext`. */
  find<Doc>(collection: string, query: Query): Promise<Page<Doc>>;
  /** Stops at `limit` (default 1,000): `{ count: 1000, more: true }`. */
  count(
    collection: string,
    filter?: Filter,
    limit?: number,
  ): Promise<{ readonly count: number; readonly more: boolean }>;
  /** At most `limit` per value. */
  countBy(
    collection: string,
    path: string,
    filter?: Filter,
    limit?: number,
  ): Promise<ReadonlyMap<Scalar, number>>;
  aggregate(collection: string, aggregation: Aggregation): Promise<Groups>;
  /** One string per matching document, unordered. Throws `BadQuery`. */
  texts(collection: string, query: PathStringsQuery): Promise<PathStrings>;
  collections(): Promise<readonly string[]>;
  scan<Doc>(collection: string): AsyncIterable<Doc>;
  /** JSON, for quick comparison. */
  blocks(collection: string): AsyncIterable<DocumentBlock>;
  /** One transaction. `document: undefined` removes. `last`: at the checkpoint. Throws `WrittenElsewhere`. */
  write(writes: readonly DocumentWrite[], checkpoint: number, last?: RecordedEventReference): Promise<void>;
  /** Ends a bulk load. Affects speed only. */
  reshape(): Promise<void>;
  /** Close it soon: reads throw `SnapshotLost` once the engine drops it. */
  snapshot(): Promise<Snapshot>;
  close(): Promise<void>;
}

export interface PathStringsQuery {
  readonly path: string;
  readonly filter: Filter;
  /** Of documents read. */
  readonly limit: number;
}

export interface PathStrings {
  readonly texts: readonly string[];
  /** Documents without a string there. */
  readonly without: number;
  readonly more: boolean;
}

export const NO_STRINGS: PathStrings = { texts: [], without: 0, more: false };

/** `values`: of at most one document more than the limit. */
export function toPathStrings(values: readonly unknown[], limit: number): PathStrings {
  const read = values.slice(0, limit);
  const texts = read.filter((value) => typeof value === 'string');
  return { texts, without: read.length - texts.length, more: values.length > limit };
}

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
  /** At the checkpoint; undefined: none, or written by an earlier version. */
  readonly last?: RecordedEventReference;
  /** Documents that differed in a replay; undefined: none known. */
  readonly differences?: number;
}
