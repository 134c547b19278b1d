// The record of one generation, in collection `checkpoints`. Changed by compare-and-set only: see generation-fence.ts.
import { setTimeout as nextTurn } from 'node:timers/promises';
import { type Binary, type Collection, type CollectionOptions, UUID } from 'mongodb';
import type { EventReference } from '#event-store/event-store.js';
import type { MongoConnection } from './mongo-connection.js';
import { createBatchedRead } from './batched-reads.js';

export interface RegisteredCollection {
  readonly name: string;
  /** Part of the MongoDB collection's name. */
  readonly number: number;
  /** Paths whose words its documents hold; undefined: none yet. */
  readonly text?: readonly string[] | null;
  /** Words of older documents are still being added. */
  readonly filling?: boolean;
}

export interface GenerationRecord {
  /** `projection.number` */
  readonly _id: string;
  readonly checkpoint: number;
  /** The event at the checkpoint; null or missing: none, or written by an earlier version. */
  readonly last?: EventReference | null;
  /** Replaced by every change: handles with an older stamp write nothing. */
  readonly stamp: string;
  /** Fencing token of the writing lease; 0: none. */
  readonly token: number;
  readonly collections: readonly RegisteredCollection[];
  /** Session of the latest writer: the next one kills its open transaction. */
  readonly session: Binary | null;
}

export const generationRecords = (
  { database }: MongoConnection,
  options: CollectionOptions = {},
): Collection<GenerationRecord> => database.collection<GenerationRecord>('checkpoints', options);

export type ReadRecord = (id: string) => Promise<GenerationRecord | undefined>;

/** A follower reads all checkpoints at once, so they share one query. */
export function createRecordReader(connection: MongoConnection): ReadRecord {
  const records = generationRecords(connection);
  const many = async (ids: readonly string[]) => {
    const found = await connection.runOperation(() => records.find({ _id: { $in: [...ids] } }).toArray());
    return new Map(found.map((record) => [record._id, record]));
  };
  // Timers due together run in separate microtasks but one turn of the event loop. Not `setImmediate`: it may run between a socket's end
  // and `close`, before the driver notices. See decision 0019.
  return createBatchedRead(many, () => nextTurn(1));
}

export const createGenerationRecord = (id: string): GenerationRecord => ({
  _id: id,
  checkpoint: 0,
  stamp: createStamp(),
  token: 0,
  collections: [],
  session: null,
});

export const createStamp = () => new UUID().toString();
