import { setTimeout as nextTurn } from 'node:timers/promises';
import { type Binary, type Collection, type CollectionOptions, UUID } from 'mongodb';
import type { RecordedEventReference } from '#event-store/event-store.js';
import type { MongoConnection } from './mongo-connection.js';
import { createBatchedRead } from './batched-reads.js';

export interface RegisteredCollection {
  readonly name: string;
  readonly number: number;
  /** Paths with words in the documents; undefined: none yet. */
  readonly text?: readonly string[] | null;
  /** Words of older documents are still being added. */
  readonly filling?: boolean;
}

export interface GenerationRecord {
  readonly _id: string;
  readonly checkpoint: number;
  /** At the checkpoint; null or missing: none, or written by an earlier version. */
  readonly last?: RecordedEventReference | null;
  /** Replaced by every change: handles with an older stamp write nothing. */
  readonly stamp: string;
  /** Fencing token; 0: no lease. */
  readonly token: number;
  readonly collections: readonly RegisteredCollection[];
  readonly session: Binary | null;
}

export const generationRecords = (
  { database }: MongoConnection,
  options: CollectionOptions = {},
): Collection<GenerationRecord> => database.collection<GenerationRecord>('checkpoints', options);

export type ReadGenerationRecord = (id: string) => Promise<GenerationRecord | undefined>;

/** A follower's reads of all checkpoints share one query. */
export function createGenerationRecordReader(connection: MongoConnection): ReadGenerationRecord {
  const records = generationRecords(connection);
  const many = async (ids: readonly string[]) => {
    const found = await connection.runOperation(() => records.find({ _id: { $in: [...ids] } }).toArray());
    return new Map(found.map((record) => [record._id, record]));
  };
  // Timers due together share one turn of the event loop. `setImmediate` may run between a socket's end and `close` (decision 0019).
  return createBatchedRead(many, () => nextTurn(1));
}

export const createGenerationRecord = (id: string): GenerationRecord => ({
  _id: id,
  checkpoint: 0,
  stamp: createGenerationStamp(),
  token: 0,
  collections: [],
  session: null,
});

export const createGenerationStamp = () => new UUID().toString();
