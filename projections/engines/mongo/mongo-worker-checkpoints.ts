// Checkpoints of background workers: a document each.
import type { WorkerCheckpoints } from '#projections/port/worker-checkpoints.js';
import type { MongoConnection } from './mongo-connection.js';

interface StoredCheckpoint {
  readonly _id: string;
  readonly reached: number;
}

export function createMongoWorkerCheckpoints({ database, runOperation }: MongoConnection): WorkerCheckpoints {
  const checkpoints = database.collection<StoredCheckpoint>('worker_checkpoints');
  return {
    async workerCheckpoint(name) {
      return (await runOperation(() => checkpoints.findOne({ _id: name })))?.reached;
    },
    async recordWorkerCheckpoint(name, reached) {
      await runOperation(() => checkpoints.updateOne({ _id: name }, { $set: { reached } }, { upsert: true }));
    },
    async advanceWorkerCheckpoint(name, reached) {
      await runOperation(() => checkpoints.updateOne({ _id: name }, { $max: { reached } }));
    },
  };
}
