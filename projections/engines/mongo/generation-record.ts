// What is known of one generation: a document in `checkpoints`. Changed by compare-and-set only: see fence.ts.
import { setTimeout as nextTurn } from 'node:timers/promises';
import { type Binary, type Collection, type CollectionOptions, UUID } from 'mongodb';
import type { EventReference } from '#event-store/event-store.js';
import type { MongoConnection } from './mongo-connection.js';
import { createBatchedRead } from './batched-reads.js';

export interface RegisteredCollection {
  readonly name: string;
  /** In the name of MongoDB's collection. */
  readonly number: number;
  /** Paths whose words its documents hold; undefined: none yet. */
  readonly text?: readonly string[] | null;
  /** The words of documents written before are still being looked for. */
  readonly filling?: boolean;
}

export interface GenerationRecord {
  /** `projection.number` */
  readonly _id: string;
  readonly checkpoint: number;
  /** The event at the checkpoint; null or missing: none yet, or a version before wrote it. */
  readonly last?: EventReference | null;
  /** Another one after each change: who has seen an older one writes nothing. */
  readonly stamp: string;
  /** Of the lease under which it is written; 0: of none. */
  readonly token: number;
  readonly collections: readonly RegisteredCollection[];
  /** Session of whoever wrote last: its transaction, where one is left open, is ended by the next writer. */
  readonly session: Binary | null;
}

export const generationRecords = (
  { database }: MongoConnection,
  options: CollectionOptions = {},
): Collection<GenerationRecord> => database.collection<GenerationRecord>('checkpoints', options);

export type ReadRecord = (id: string) => Promise<GenerationRecord | undefined>;

/** A process that follows asks how far all its read models are at once: that is one question. */
export function createRecordReader(connection: MongoConnection): ReadRecord {
  const records = generationRecords(connection);
  const many = async (ids: readonly string[]) => {
    const found = await connection.runOperation(() => records.find({ _id: { $in: [...ids] } }).toArray());
    return new Map(found.map((record) => [record._id, record]));
  };
  // Timers that are due together have each their own microtasks, and one turn of the event loop. Not `setImmediate`: it comes
  // between a socket's end and its `close`, where the driver does not know yet that it has ended. See decision 0019.
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
