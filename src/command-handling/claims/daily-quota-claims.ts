import { LRUCache } from 'lru-cache';
import {
  retryUntilAppended,
  appendUnlessOvertaken,
  toStreamTail,
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
const MAX_CACHED_DAYS = 1_000;
const ATTEMPTS = 50;

export class DailyQuotaClaims {
  /** Streams only grow. */
  private readonly days = new LRUCache<string, Day>({ max: MAX_CACHED_DAYS });

  constructor(private readonly ports: CommandDependencies) {}

  async countOthers(stream: string, one: QuotaUse): Promise<number> {
    const { counted } = await this.read(stream);
    return counted.size - (isCountedInQuota(counted, one) ? 1 : 0);
  }

  /** false: the quota is used up. */
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
    const day = { counted, end: toStreamTail(events, version) };
    this.days.set(stream, day);
    return day;
  }
}
