// Where processes share a MongoDB, no attacker gets a limit anew from each of them.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AttemptLimits } from '#identity/attempts/attempt-limits.js';
import { openSharedRateLimiters } from '#installation/shared-rate-limiters.js';
import type { RateLimiters } from '#platform/rate-limiters.js';
import { newMongoDb, type NewMongoDb } from '../engines/empty-mongodb.js';

describe('attempts to sign in at two processes on one MongoDB', () => {
  let mongo: NewMongoDb;
  let processes: RateLimiters[];
  let one: AttemptLimits;
  let other: AttemptLimits;

  beforeAll(async () => {
    mongo = await newMongoDb();
    processes = await Promise.all([mongo.url, mongo.url].map(openSharedRateLimiters));
    [one, other] = processes.map((limiters) => new AttemptLimits(limiters, { digest: (text) => text })) as [
      AttemptLimits,
      AttemptLimits,
    ];
  });

  afterAll(async () => {
    await Promise.all(processes.map((each) => each.close()));
    await mongo.stop();
  });

  const place = () => `place-${randomBytes(6).toString('hex')}`;
  const tries = (attempts: AttemptLimits, from: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => attempts.countAttempt(from, `name ${n}`)));
  const allowed = (waits: readonly number[]) => waits.filter((seconds) => seconds === 0).length;

  it('are counted together, also where they come at once', async () => {
    const from = place();
    const waits = await Promise.all([tries(one, from, 40), tries(other, from, 40)]);
    expect(allowed(waits.flat())).toBe(50);
    expect(await one.countAttempt(from, 'somebody')).toBeGreaterThan(290);
    expect(await other.countAttempt(place(), 'somebody')).toBe(0);
  });

  it('are given back to both where one succeeds', async () => {
    const from = place();
    await tries(one, from, 50);
    await other.noteSuccess(from, 'name 0');
    expect(allowed(await tries(one, from, 3))).toBe(1);
  });

  it('are counted by each process while MongoDB is away, and together again afterwards', async () => {
    const [before, from] = [place(), place()];
    await tries(one, before, 50);
    await mongo.vanish();
    const waits = await Promise.all([tries(one, from, 60), tries(other, from, 60)]);
    expect(waits.map(allowed)).toEqual([50, 50]);
    await mongo.comeBack();
    expect(await other.countAttempt(before, 'somebody')).toBeGreaterThan(0);
  }, 60_000);
});
