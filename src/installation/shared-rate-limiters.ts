// Counted in MongoDB beside the read models, with TTL.
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { connectToMongo } from '#projections/engines/mongo/mongo-connection.js';
import { BoundedRateLimiter, type RateLimit, type RateLimiters } from '../platform/rate-limiters.js';

const COLLECTION = 'rateLimits';

/** Per process while MongoDB is unavailable. Throws as opening read models does. */
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
