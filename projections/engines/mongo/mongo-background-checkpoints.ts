import type { BackgroundCheckpoints } from '#projections/port/background-checkpoints.js';
import type { MongoConnection } from './mongo-connection.js';

interface StoredCheckpoint {
  readonly _id: string;
  readonly reached: number;
}

export function createMongoBackgroundCheckpoints({
  database,
  runOperation,
}: MongoConnection): BackgroundCheckpoints {
  const checkpoints = database.collection<StoredCheckpoint>('worker_checkpoints');
  return {
    async backgroundCheckpoint(name) {
      return (await runOperation(() => checkpoints.findOne({ _id: name })))?.reached;
    },
    async recordBackgroundCheckpoint(name, reached) {
      await runOperation(() => checkpoints.updateOne({ _id: name }, { $set: { reached } }, { upsert: true }));
    },
    async advanceBackgroundCheckpoint(name, reached) {
      await runOperation(() => checkpoints.updateOne({ _id: name }, { $max: { reached } }));
    },
  };
}
