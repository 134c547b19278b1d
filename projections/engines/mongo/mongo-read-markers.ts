import type { ReadMarkers } from '#projections/port/read-markers.js';
import type { MongoConnection } from './mongo-connection.js';
import { isDuplicateKey } from './mongo-errors.js';

interface StoredPosition {
  readonly _id: string;
  readonly position: number;
}

export function createMongoReadMarkers({ database, runOperation }: MongoConnection): ReadMarkers {
  const positions = database.collection<StoredPosition>('read_positions');
  return {
    async readUpTo(person) {
      return (await runOperation(() => positions.findOne({ _id: person })))?.position;
    },
    async markReadUpTo(person, position) {
      await runOperation(() => advance(person, position));
    },
    async forgetReader(person) {
      await runOperation(() => positions.deleteOne({ _id: person }));
    },
  };

  async function advance(person: string, position: number): Promise<void> {
    const { matchedCount } = await positions.updateOne({ _id: person }, { $max: { position } });
    if (matchedCount === 1) return;
    try {
      await positions.insertOne({ _id: person, position });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await positions.updateOne({ _id: person }, { $max: { position } });
    }
  }
}
