// Counts what a person opens in a day, each day in a stream of its own: the limit holds however many processes open at once.
import { LRUCache } from 'lru-cache';
import {
  retryUntilAppended,
  appendUnlessOvertaken,
  readStreamTail,
  toNewEvents,
  type StreamTail,
  type EventMetadata,
} from '../pipeline/decide-and-append.js';
import type { CommandDependencies } from '../pipeline/command-dependencies.js';
import {
  consumeQuota,
  isCountedInQuota,
  foldQuotaUsage,
  releaseQuota,
  type QuotaEvent,
  type QuotaUsage as Counted,
} from '#domain/claim/daily-quota.js';
import type { QuotaUse } from '#domain/claim/claim-events.js';
import type { DecidedEvent } from '#domain/event.js';

interface Day {
  readonly counted: Counted;
  readonly end: StreamTail;
}

type Decide = (counted: Counted) => readonly DecidedEvent<QuotaEvent>[] | undefined;

const BEGUN: Day = { counted: new Set(), end: { version: 0, recordedAt: undefined } };
const DAYS_REMEMBERED = 1_000;
const ATTEMPTS = 50;

export class DailyQuota {
  /** Streams only grow: of a day that is remembered, only what came after is read. */
  private readonly days = new LRUCache<string, Day>({ max: DAYS_REMEMBERED });

  constructor(private readonly ports: CommandDependencies) {}

  /** How many records besides this one count. */
  async countOthers(stream: string, one: QuotaUse): Promise<number> {
    const { counted } = await this.read(stream);
    return counted.size - (isCountedInQuota(counted, one) ? 1 : 0);
  }

  /** Returns whether there was room for it. */
  async consume(stamp: EventMetadata, one: QuotaUse, limit: number): Promise<boolean> {
    return this.change(stamp, (counted) => consumeQuota(counted, one, limit));
  }

  async release(stamp: EventMetadata, one: QuotaUse, why: string): Promise<void> {
    await this.change(stamp, (counted) => releaseQuota(counted, one, why));
  }

  private async change(stamp: EventMetadata, decide: Decide): Promise<boolean> {
    const { stream } = stamp;
    const attempt = async () => {
      const { counted, end } = await this.read(stream);
      const decided = decide(counted);
      if (!decided) return false;
      if (decided.length === 0) return true;
      const append = this.ports.store.append(stream, toNewEvents(stamp, decided, end), end.version);
      return (await appendUnlessOvertaken(append)) ? true : undefined;
    };
    return this.ports.queue.take(stream, async () => retryUntilAppended(attempt, ATTEMPTS));
  }

  private async read(stream: string): Promise<Day> {
    const known = this.days.get(stream) ?? BEGUN;
    const { events, version } = await this.ports.store.read(stream, known.end.version + 1);
    if (events.length === 0) return known;
    const counted = foldQuotaUsage(known.counted, events as unknown as readonly QuotaEvent[]);
    const day = { counted, end: readStreamTail(events, version) };
    this.days.set(stream, day);
    return day;
  }
}
