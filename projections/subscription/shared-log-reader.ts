// One reader of the log's live end for all projectors: each event is read and decoded once, not once for each of them.
import { setImmediate as breathe } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/event.js';
import type { EventStore, EventReference } from '#event-store/event-store.js';

/**
 * Milliseconds in which events gather before projectors are told, unless somebody waits for one of them: answers to
 * commands go out first, and a crowd of small writes becomes a few larger ones.
 */
const GATHER_MS = 20;

/** So many events are kept for projectors that are a little behind. Who is further behind reads the store. */
const KEPT = 2_000;

type FollowableLog = Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
type EventBatch = readonly RecordedEvent[];

/** Deals with events at once, where they are none of somebody's business: true, and they are not handed on. */
export type LetPast = (batch: EventBatch) => boolean;

interface Waiting {
  /** What is new was let past. */
  letsPast(): boolean;
  wake(failure?: Error): void;
}

/** All of them as the store has them. */
export class SharedLog implements FollowableLog {
  private recent: RecordedEvent[] = [];
  /** Every event after this position that the reader has seen is in `recent`; undefined: nobody reads. */
  private floor: number | undefined;
  private reading: Promise<void> | undefined;
  /** Projectors are given events up to here. */
  private released = 0;
  /** Somebody waits for this position. */
  private wanted = 0;
  private gathering: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<Waiting>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: FollowableLog,
    private readonly gatherFor = GATHER_MS,
    /** Told of every event of the live end before projectors are, and where reading it begins. */
    private readonly onSeen: (events: EventBatch, from?: number) => void = () => {},
  ) {}

  head(): Promise<number> {
    return this.store.head();
  }

  has(event: EventReference): Promise<boolean> {
    return this.store.has(event);
  }

  async read(stream: string): ReturnType<EventStore['read']> {
    return (await this.store.read?.(stream)) ?? { events: [], version: 0 };
  }

  async *all(after = 0, given?: AbortSignal, letPast: LetPast = () => false): AsyncGenerator<EventBatch> {
    const signal = given ? AbortSignal.any([given, this.stopping.signal]) : this.stopping.signal;
    let position = after;
    while (!signal.aborted) {
      await this.beginReading();
      position = yield* this.history(position, signal);
      if (signal.aborted || !this.covers(position)) continue;
      const fresh = this.releasedAfter(position);
      if (fresh.length === 0) position = await this.news(position, signal, letPast);
      else {
        position = fresh.at(-1)!.position;
        yield fresh;
        await breathe();
      }
    }
  }

  /** Somebody waits for this position: what leads up to it is handed on at once. Beyond the log's end there is nothing to wait for. */
  async hurry(position: number): Promise<void> {
    if (position <= this.released) return;
    const head = await this.store.head().catch(() => 0);
    this.wanted = Math.max(this.wanted, Math.min(position, head));
    if (this.recent.length > 0) this.gather();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.gathering);
    await this.reading;
  }

  private async beginReading(): Promise<void> {
    if (this.reading) return;
    const head = await this.store.head();
    this.reading ??= this.readOn(head);
  }

  private async readOn(after: number): Promise<void> {
    this.floor = this.released = after;
    this.onSeen([], after);
    this.recent = [];
    try {
      for await (const batch of this.store.all(after, this.stopping.signal)) {
        this.keep(batch);
        this.gather();
      }
      this.wake();
    } catch (error) {
      // Who waits is told, and asks again after a while: that starts another reader.
      this.wake(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.floor = this.reading = undefined;
    }
  }

  private keep(batch: EventBatch): void {
    this.onSeen(batch);
    for (const event of batch) this.recent.push(event);
    if (this.recent.length > 2 * KEPT)
      this.floor = this.recent.splice(0, this.recent.length - KEPT).at(-1)!.position;
  }

  private gather(): void {
    if (this.wanted > this.released) this.release();
    else this.gathering ??= setTimeout(() => this.release(), this.gatherFor).unref();
  }

  private release(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.released = this.recent.at(-1)?.position ?? this.released;
    for (const each of [...this.waiting]) if (!each.letsPast()) each.wake();
  }

  private covers(position: number): boolean {
    return this.floor !== undefined && position >= this.floor;
  }

  /** From the store, until the reader of the live end has what follows. */
  private async *history(after: number, signal: AbortSignal): AsyncGenerator<EventBatch, number> {
    let position = after;
    if (this.covers(position)) return position;
    for await (const batch of this.store.all(position, signal)) {
      position = batch.at(-1)!.position;
      yield batch;
      if (this.covers(position)) break;
    }
    return position;
  }

  private wake(failure?: Error): void {
    for (const each of [...this.waiting]) each.wake(failure);
  }

  /** Resolves to the position up to which everything was let past, as soon as something was not. */
  private news(after: number, signal: AbortSignal, letPast: LetPast): Promise<number> {
    return new Promise((resolve, reject) => {
      let position = after;
      const letsPast = () => {
        if (!this.covers(position)) return false;
        const fresh = this.releasedAfter(position);
        if (fresh.length > 0 && !letPast(fresh)) return false;
        position = fresh.at(-1)?.position ?? position;
        return true;
      };
      const wake = (failure?: Error) => {
        this.waiting.delete(waiting);
        signal.removeEventListener('abort', onAbort);
        if (failure) reject(failure);
        else resolve(position);
      };
      const onAbort = () => wake();
      const waiting = { letsPast, wake };
      this.waiting.add(waiting);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  private releasedAfter(position: number): EventBatch {
    const events = this.recent;
    let until = events.length;
    while (until > 0 && events[until - 1]!.position > this.released) until -= 1;
    let from = until;
    while (from > 0 && events[from - 1]!.position > position) from -= 1;
    return events.slice(from, until);
  }
}
