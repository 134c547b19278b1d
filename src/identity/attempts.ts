// Slows down whoever guesses: attempts are counted per network address (of IPv6 per network, as one household has more addresses than
// could be counted), and for names that nobody has as they are for people.
import { LRUCache } from 'lru-cache';
import { atMost } from '#platform/at-most.js';
import { computeSignInPause, addFailure, type FailedSignIn } from '../domain/user/sign-in-pause.js';
import { networkOf } from '../platform/network.js';

interface AttemptCount {
  readonly attempts: number;
  /** Milliseconds since 1970 when the count starts anew. */
  readonly until: number;
}

const WINDOW = 5 * 60_000;
const MOST = 50;

export class Attempts {
  private readonly counts = new LRUCache<string, AttemptCount>(atMost(100_000));
  private readonly known = new LRUCache<string, true>(atMost(100_000));
  // Those of people are in the log. Nobody must see by the wait which names there are.
  private readonly ofNobody = new LRUCache<string, readonly FailedSignIn[]>(atMost(10_000));

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Counts one attempt before it is tried, so that many at once gain nothing.
   * Returns the seconds to wait, 0 = go on. Where a name's right password was given, only the waits of the name hold:
   * whoever tries invented names from a shared address locks nobody out who works there.
   */
  begin(from: string, name: string): number {
    const address = networkOf(from);
    if (this.known.has(nameAt(name, address))) return 0;
    const known = this.counts.get(address);
    const running = known && known.until > this.now() ? known : { attempts: 0, until: this.now() + WINDOW };
    if (running.attempts >= MOST) return Math.ceil((running.until - this.now()) / 1000);
    this.counts.set(address, { ...running, attempts: running.attempts + 1 });
    return 0;
  }

  /** The attempt was the right one: a busy office is not slowed down. */
  succeeded(from: string, name: string): void {
    const address = networkOf(from);
    // It was not counted then: there is nothing to take back.
    if (this.known.has(nameAt(name, address))) return;
    this.known.set(nameAt(name, address), true);
    const count = this.counts.get(address);
    if (count) this.counts.set(address, { ...count, attempts: count.attempts - 1 });
  }

  /** Seconds to wait before a name that nobody has is tried from there again. */
  pauseOfNobody(name: string, from: string): number {
    return computeSignInPause(this.ofNobody.get(name) ?? [], [], { from, now: this.instant() });
  }

  failedAsNobody(name: string, from: string): void {
    const failures = this.ofNobody.get(name) ?? [];
    this.ofNobody.set(name, addFailure(failures, { at: this.instant(), from }));
  }

  private instant(): string {
    return new Date(this.now()).toISOString();
  }
}

const nameAt = (name: string, address: string): string => `${name} ${address}`;
