import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BoundedRateLimiter } from '#platform/rate-limiters.js';

describe('a rate limiter in memory', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('forgets the key counted longest ago once there are too many', async () => {
    const limiter = new BoundedRateLimiter({ keyPrefix: 'test', points: 1, duration: 60 }, 2);
    for (const key of ['first', 'second']) await limiter.consume(key);
    await expect(limiter.consume('first')).rejects.toMatchObject({ consumedPoints: 2 });
    await limiter.consume('third');
    await expect(limiter.consume('first')).rejects.toMatchObject({ consumedPoints: 3 });
    await expect(limiter.consume('second')).resolves.toMatchObject({ consumedPoints: 1 });
  });
});
