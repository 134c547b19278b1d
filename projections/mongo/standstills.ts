// What projections stand still at: a document each.
import type { ReadModels, Standstill } from '../read-model.js';
import type { Connection } from './connection.js';

interface StandstillRecord {
  /** Name of the projection. */
  readonly _id: string;
  readonly standstill: Standstill;
}

export function standstillsOf({
  database,
  reach,
}: Connection): Pick<ReadModels, 'standstill' | 'tellStandstill'> {
  const standstills = database.collection<StandstillRecord>('standstills');
  return {
    async standstill(projection) {
      return (await reach(() => standstills.findOne({ _id: projection })))?.standstill;
    },
    async tellStandstill(projection, standstill) {
      const of = { _id: projection };
      if (standstill)
        await reach(() => standstills.updateOne(of, { $set: { standstill } }, { upsert: true }));
      else await reach(() => standstills.deleteOne(of));
    },
  };
}
