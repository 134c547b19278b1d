import type { SkippedEvent } from '#projections/port/subscription-state-store.js';
import type { MongoConnection } from './mongo-connection.js';
import { isDuplicateKey } from './mongo-errors.js';

interface SkipRecord extends SkippedEvent {
  readonly _id: string;
  readonly projection: string;
  readonly version: number;
}

export function createMongoSkippedEventStore({ database, runOperation }: MongoConnection) {
  const skips = database.collection<SkipRecord>('skips');
  return {
    async skips(projection: string, version: number): Promise<readonly SkippedEvent[]> {
      const found = await runOperation(() =>
        skips.find({ projection, version }, { sort: { position: 1 } }).toArray(),
      );
      return found.map(({ position, eventId, reason, error, at }) => ({
        position,
        eventId,
        reason,
        error,
        at,
      }));
    },
    async skip(projection: string, version: number, skip: SkippedEvent): Promise<void> {
      const { position, eventId, reason, error, at } = skip;
      const _id = `${projection}.${version}.${position}`;
      const record = { _id, projection, version, position, eventId, reason, error, at };
      await runOperation(() => skips.insertOne(record)).catch((failure: unknown) => {
        if (!isDuplicateKey(failure)) throw failure;
      });
    },
  };
}
