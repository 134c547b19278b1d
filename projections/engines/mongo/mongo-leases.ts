import type { LeaseRecord } from '#projections/port/leases.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { MongoConnection } from './mongo-connection.js';
import { isDuplicateKey } from './mongo-errors.js';

interface StoredLease extends LeaseRecord {
  readonly _id: string;
}

export type MongoLeases = Pick<ReadModels, 'lease' | 'changeLease'>;

export function createMongoLeases({ database, runOperation }: MongoConnection): MongoLeases {
  const leases = database.collection<StoredLease>('leases');
  return {
    async lease(name) {
      const found = await runOperation(() => leases.findOne({ _id: name }));
      return found ? toLeaseRecord(found) : undefined;
    },
    async changeLease(name, expected, next) {
      if (expected === undefined)
        return runOperation(() => insertLease({ _id: name, ...toLeaseRecord(next) }));
      const { matchedCount } = await runOperation(() =>
        leases.updateOne({ _id: name, ...toLeaseRecord(expected) }, { $set: toLeaseRecord(next) }),
      );
      return matchedCount === 1;
    },
  };

  async function insertLease(lease: StoredLease): Promise<boolean> {
    try {
      await leases.insertOne(lease);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }
}

const toLeaseRecord = ({ holder, token, beat }: LeaseRecord): LeaseRecord => ({ holder, token, beat });
