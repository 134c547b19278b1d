// Attempts count per network, as one household has many IPv6 addresses.
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { createLruCacheOptions } from '#platform/lru-cache-options.js';
import { computeSignInPause, addFailure, type FailedSignIn } from '../../domain/user/sign-in-pause.js';
import type { PersonalData } from '../../event-store/personal-data/personal-data.js';
import { RATE_LIMITERS, type RateLimiters } from '../../platform/rate-limiters.js';
import { PERSONAL_DATA } from '../../ports/storage-tokens.js';
import { digestNetwork } from '../digest-network.js';

const PER_NETWORK = { keyPrefix: 'sign-in', points: 50, duration: 5 * 60 };

const END_OF_WINDOW_MS = 1_000;

@Injectable()
export class AttemptLimits {
  private readonly perNetwork: RateLimiterAbstract;
  private readonly familiarNetworks = new LRUCache<string, true>(createLruCacheOptions(100_000));
  // Unknown names wait as known ones, so that timing does not reveal which exist.
  private readonly failuresOfUnknownNames = new LRUCache<string, readonly FailedSignIn[]>(
    createLruCacheOptions(10_000),
  );

  constructor(
    @Inject(RATE_LIMITERS) limiters: Pick<RateLimiters, 'open'>,
    @Inject(PERSONAL_DATA) private readonly personalData: Pick<PersonalData, 'digest'>,
  ) {
    this.perNetwork = limiters.open(PER_NETWORK);
  }

  /**
   * Counts before the attempt, so that parallel ones gain nothing; returns seconds to wait. A network that once gave a
   * name's right password is exempt for that name, so that guessing at a shared address does not lock its people out.
   */
  async countAttempt(from: string, name: string): Promise<number> {
    const network = this.digest(from);
    if (this.familiarNetworks.has(makeKey(name, network))) return 0;
    try {
      await this.perNetwork.consume(network);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // A refused attempt does not count, except at the window's end, where the next window would get one more.
      if (refusal.msBeforeNext > END_OF_WINDOW_MS) await this.perNetwork.reward(network);
      // Holds if the clock is set back.
      return Math.min(PER_NETWORK.duration, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }

  /** A busy office is not slowed down. */
  async noteSuccess(from: string, name: string): Promise<void> {
    const network = this.digest(from);
    if (this.familiarNetworks.has(makeKey(name, network))) return;
    this.familiarNetworks.set(makeKey(name, network), true);
    await this.perNetwork.reward(network);
  }

  /** Seconds. */
  pauseForUnknownName(name: string, from: string): number {
    return computeSignInPause(this.failuresOfUnknownNames.get(name) ?? [], [], {
      from: this.digest(from),
      now: getMonotonicTime(),
    });
  }

  noteUnknownName(name: string, from: string): void {
    const failures = this.failuresOfUnknownNames.get(name) ?? [];
    this.failuresOfUnknownNames.set(
      name,
      addFailure(failures, { at: getMonotonicTime(), from: this.digest(from) }),
    );
  }

  private digest(address: string): string {
    return digestNetwork(this.personalData, address);
  }
}

/** Monotonic, so that clock changes do not extend a wait. */
const getMonotonicTime = (): string => new Date(performance.now()).toISOString();

const makeKey = (name: string, network: string): string => `${name} ${network}`;
