// Leases: a document each, changed by compare-and-set.
import type { LeaseRecord } from '#projections/port/leases.js';
import type { ReadModels } from '#projections/port/read-models.js';
import type { MongoConnection } from './mongo-connection.js';
import { isDuplicate } from './mongo-errors.js';

interface StoredLease extends LeaseRecord {
  readonly _id: string;
}

export type MongoLeases = Pick<ReadModels, 'lease' | 'changeLease'>;

export function leasesOf({ database, reach }: MongoConnection): MongoLeases {
  const leases = database.collection<StoredLease>('leases');
  return {
    async lease(name) {
      const found = await reach(() => leases.findOne({ _id: name }));
      return found ? plain(found) : undefined;
    },
    async changeLease(name, seen, next) {
      if (seen === undefined) return reach(() => added({ _id: name, ...plain(next) }));
      const { matchedCount } = await reach(() =>
        leases.updateOne({ _id: name, ...plain(seen) }, { $set: plain(next) }),
      );
      return matchedCount === 1;
    },
  };

  async function added(lease: StoredLease): Promise<boolean> {
    try {
      await leases.insertOne(lease);
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}

const plain = ({ holder, token, beat }: LeaseRecord): LeaseRecord => ({ holder, token, beat });
