// For servers that others use, too.
import { MongoClient } from 'mongodb';

/** The same server, another database. */
export const databaseOf = (url: string, database: string): string =>
  url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`);

/** `database`: default: the one in the URL. */
export async function dropDatabase(url: string, database?: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  await client.db(database).dropDatabase();
  await client.close();
}
