// Which MongoDB servers the tests of this folder run on, and databases of their own there.
import { MongoClient } from 'mongodb';
import { type Engine, readModelEngines } from '../../engines/engines.js';
import { startMongoDb } from '../../engines/mongodb/start-mongodb.js';

export const mongoEngines = (): readonly Engine[] => [
  ...readModelEngines(),
  {
    name: 'the small MongoDB 4.4, which keeps no moments',
    real: false,
    start: () => startMongoDb({ wireVersion: 9 }),
  },
];

/** The URL with another database. */
export function databaseOf(url: string, database: string): string {
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`);
}

export async function dropDatabase(url: string, database: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  await client.db(database).dropDatabase();
  await client.close();
}
