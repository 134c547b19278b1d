// Databases of their own on a server that others use, too.
import { MongoClient } from 'mongodb';

/** The same server, another database. */
export const databaseOf = (url: string, database: string): string =>
  url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`);

/** `database`: the one that the URL names where there is none. */
export async function dropDatabase(url: string, database?: string): Promise<void> {
  const client = await new MongoClient(url).connect();
  await client.db(database).dropDatabase();
  await client.close();
}
