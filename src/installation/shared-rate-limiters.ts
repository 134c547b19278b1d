// Limits that all processes on one MongoDB count together. They stand beside the read models, and MongoDB removes them when they end.
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { connectToMongo } from '#projections/engines/mongo/mongo-connection.js';
import { BoundedRateLimiter, type RateLimit, type RateLimiters } from '../platform/rate-limiters.js';

const COLLECTION = 'rateLimits';

/** While MongoDB is away, each process counts for itself. Throws as read models there do when they are opened. */
export async function openSharedRateLimiters(url: string): Promise<RateLimiters> {
  const { client, database, runOperation, close } = await connectToMongo(url);
  const open = (limit: RateLimit) =>
    new RateLimiterMongo({
      ...limit,
      storeClient: client,
      dbName: database.databaseName,
      tableName: COLLECTION,
      disableIndexesCreation: true,
      insuranceLimiter: new BoundedRateLimiter(limit),
    });
  try {
    await runOperation(() => open({ keyPrefix: '', points: 1, duration: 1 }).createIndexes());
  } catch (error) {
    await close();
    throw error;
  }
  return { open, close };
}
