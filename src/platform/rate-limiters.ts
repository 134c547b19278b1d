// Counted in windows, per process or for all that share a MongoDB.
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { throwUncaught } from '#platform/throw-uncaught.js';

export interface RateLimit {
  readonly keyPrefix: string;
  /** Per window. */
  readonly points: number;
  /** Seconds; a window begins with the first point. */
  readonly duration: number;
}

export interface RateLimiters {
  open(limit: RateLimit): RateLimiterAbstract;
  close(): Promise<void>;
}

export const RATE_LIMITERS = Symbol('RateLimiters');

/** Addresses can be invented: beyond this, the oldest are dropped. */
const MAX_KEYS = 100_000;

export class BoundedRateLimiter extends RateLimiterMemory {
  private readonly keys: LRUCache<string, true>;

  constructor(limit: RateLimit, maxKeys = MAX_KEYS) {
    super(limit);
    const forget = (_: true, key: string) => void this.delete(key).catch(throwUncaught);
    this.keys = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1, dispose: forget });
  }

  override async consume(key: string, points?: number) {
    if (!this.keys.get(key)) this.keys.set(key, true);
    return super.consume(key, points);
  }
}

export const inMemoryRateLimiters: RateLimiters = {
  open: (limit) => new BoundedRateLimiter(limit),
  close: async () => {},
};
