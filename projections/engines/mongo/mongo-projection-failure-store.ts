import type { ReadModels } from '#projections/port/read-models.js';
import type { ProjectionFailure } from '#projections/port/subscription-state-store.js';
import type { MongoConnection } from './mongo-connection.js';

interface FailureRecord {
  readonly _id: string;
  readonly standstill: ProjectionFailure;
}

export function createMongoProjectionFailureStore({
  database,
  runOperation,
}: MongoConnection): Pick<ReadModels, 'failure' | 'recordFailure'> {
  const standstills = database.collection<FailureRecord>('standstills');
  return {
    async failure(projection) {
      return (await runOperation(() => standstills.findOne({ _id: projection })))?.standstill;
    },
    async recordFailure(projection, standstill) {
      const of = { _id: projection };
      if (standstill)
        await runOperation(() => standstills.updateOne(of, { $set: { standstill } }, { upsert: true }));
      else await runOperation(() => standstills.deleteOne(of));
    },
  };
}
