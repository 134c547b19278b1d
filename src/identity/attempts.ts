// Slows down password guessing: attempts are counted per network address (of IPv6 per network, since a household has more addresses
// than could be counted), and for names that do not exist as for those that do.
import { LRUCache } from 'lru-cache';
import { RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { limitEntries } from '#platform/at-most.js';
import { computeSignInPause, addFailure, type FailedSignIn } from '../domain/user/sign-in-pause.js';
import { rateLimitersInMemory, type RateLimiters } from '../platform/rate-limiters.js';
import { toNetwork } from '../platform/network.js';

const PER_NETWORK = { keyPrefix: 'sign-in', points: 50, duration: 5 * 60 };

/** Milliseconds. */
const END_OF_WINDOW_MS = 1_000;

interface AttemptsSettings {
  readonly limiters?: Pick<RateLimiters, 'open'>;
  /** What the network of an address is counted by. */
  readonly placeOf?: (address: string) => string;
  /** Milliseconds. */
  readonly now?: () => number;
}

export class SignInAttempts {
  private readonly perNetwork: RateLimiterAbstract;
  private readonly placeOf: (address: string) => string;
  private readonly now: () => number;
  private readonly familiarPlaces = new LRUCache<string, true>(limitEntries(100_000));
  // Failures of people are in the log. Unknown names wait as long, so that waiting does not tell which names exist.
  private readonly failuresOfUnknownNames = new LRUCache<string, readonly FailedSignIn[]>(
    limitEntries(10_000),
  );

  constructor({
    limiters = rateLimitersInMemory,
    placeOf = toNetwork,
    now = Date.now,
  }: AttemptsSettings = {}) {
    this.perNetwork = limiters.open(PER_NETWORK);
    this.placeOf = placeOf;
    this.now = now;
  }

  /**
   * Counts one attempt before it is tried, so that many at once gain nothing.
   * Returns the seconds to wait, 0 = go on. Where a name's right password was given, only the waits of the name hold:
   * invented names from a shared address do not lock out people who work there.
   */
  async countAttempt(from: string, name: string): Promise<number> {
    const place = this.placeOf(from);
    if (this.familiarPlaces.has(keyOf(name, place))) return 0;
    try {
      await this.perNetwork.consume(place);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      // A refused attempt does not count. Shortly before the window ends it stays: the next window would have one more.
      if (refusal.msBeforeNext > END_OF_WINDOW_MS) await this.perNetwork.reward(place);
      // A clock that was set back does not extend the wait beyond one window.
      return Math.min(PER_NETWORK.duration, Math.ceil(refusal.msBeforeNext / 1000));
    }
  }

  /** The attempt was the right one: a busy office is not slowed down. */
  async noteSuccess(from: string, name: string): Promise<void> {
    const place = this.placeOf(from);
    // An attempt from a known place was not counted, so there is nothing to take back.
    if (this.familiarPlaces.has(keyOf(name, place))) return;
    this.familiarPlaces.set(keyOf(name, place), true);
    await this.perNetwork.reward(place);
  }

  /** Seconds to wait before an unknown name is tried from there again. */
  pauseForUnknownName(name: string, from: string): number {
    return computeSignInPause(this.failuresOfUnknownNames.get(name) ?? [], [], { from, now: this.instant() });
  }

  noteUnknownName(name: string, from: string): void {
    const failures = this.failuresOfUnknownNames.get(name) ?? [];
    this.failuresOfUnknownNames.set(name, addFailure(failures, { at: this.instant(), from }));
  }

  private instant(): string {
    return new Date(this.now()).toISOString();
  }
}

const keyOf = (name: string, place: string): string => `${name} ${place}`;
