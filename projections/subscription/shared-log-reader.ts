// One reader of the live end for all projectors, so that each event is decoded once.
import { setImmediate as breathe } from 'node:timers/promises';
import type { RecordedEvent } from '#domain/event.js';
import type { EventStore, RecordedEventReference } from '#event-store/event-store.js';

/** Answers to commands go first, and small writes are batched. */
const GATHER_MS = 20;

const BUFFERED_EVENTS = 2_000;

type FollowableLog = Pick<EventStore, 'all' | 'head' | 'has'> & Partial<Pick<EventStore, 'read'>>;
type EventBatch = readonly RecordedEvent[];

/** true: handled as irrelevant, so they are not yielded. */
export type PassIfIrrelevant = (batch: EventBatch) => boolean;

interface Waiting {
  passReleased(): boolean;
  wake(failure?: Error): void;
}

export class SharedLogReader implements FollowableLog {
  private recent: RecordedEvent[] = [];
  private floor: number | undefined;
  private reading: Promise<void> | undefined;
  private released = 0;
  private wanted = 0;
  private gathering: NodeJS.Timeout | undefined;
  private readonly waiting = new Set<Waiting>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: FollowableLog,
    private readonly gatherFor = GATHER_MS,
    private readonly onRead: (events: EventBatch, from?: number) => void = () => {},
  ) {}

  head(): Promise<number> {
    return this.store.head();
  }

  has(event: RecordedEventReference): Promise<boolean> {
    return this.store.has(event);
  }

  async read(stream: string): ReturnType<EventStore['read']> {
    return (await this.store.read?.(stream)) ?? { events: [], version: 0 };
  }

  async *all(
    after = 0,
    given?: AbortSignal,
    passIfIrrelevant: PassIfIrrelevant = () => false,
  ): AsyncGenerator<EventBatch> {
    const signal = given ? AbortSignal.any([given, this.stopping.signal]) : this.stopping.signal;
    let position = after;
    while (!signal.aborted) {
      await this.startReading();
      position = yield* this.readHistory(position, signal);
      if (signal.aborted || !this.covers(position)) continue;
      const fresh = this.releasedAfter(position);
      if (fresh.length === 0) position = await this.waitForEvents(position, signal, passIfIrrelevant);
      else {
        position = fresh.at(-1)!.position;
        yield fresh;
        await breathe();
      }
    }
  }

  /** Releases gathering events at once. */
  async releaseUpTo(position: number): Promise<void> {
    if (position <= this.released) return;
    const head = await this.store.head().catch(() => 0);
    this.wanted = Math.max(this.wanted, Math.min(position, head));
    if (this.recent.length > 0) this.scheduleRelease();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.gathering);
    await this.reading;
  }

  private async startReading(): Promise<void> {
    if (this.reading) return;
    const head = await this.store.head();
    this.reading ??= this.readLiveEnd(head);
  }

  private async readLiveEnd(after: number): Promise<void> {
    this.floor = this.released = after;
    this.onRead([], after);
    this.recent = [];
    try {
      for await (const batch of this.store.all(after, this.stopping.signal)) {
        this.buffer(batch);
        this.scheduleRelease();
      }
      this.wake();
    } catch (error) {
      // Waiting projectors get the error; their retry starts another reader.
      this.wake(error instanceof Error ? error : new Error(String(error)));
    } finally {
      this.floor = this.reading = undefined;
    }
  }

  private buffer(batch: EventBatch): void {
    this.onRead(batch);
    for (const event of batch) this.recent.push(event);
    if (this.recent.length > 2 * BUFFERED_EVENTS)
      this.floor = this.recent.splice(0, this.recent.length - BUFFERED_EVENTS).at(-1)!.position;
  }

  private scheduleRelease(): void {
    if (this.wanted > this.released) this.release();
    else this.gathering ??= setTimeout(() => this.release(), this.gatherFor).unref();
  }

  private release(): void {
    clearTimeout(this.gathering);
    this.gathering = undefined;
    this.released = this.recent.at(-1)?.position ?? this.released;
    for (const each of [...this.waiting]) if (!each.passReleased()) each.wake();
  }

  private covers(position: number): boolean {
    return this.floor !== undefined && position >= this.floor;
  }

  private async *readHistory(after: number, signal: AbortSignal): AsyncGenerator<EventBatch, number> {
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

  private waitForEvents(
    after: number,
    signal: AbortSignal,
    passIfIrrelevant: PassIfIrrelevant,
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      let position = after;
      const passReleased = () => {
        if (!this.covers(position)) return false;
        const fresh = this.releasedAfter(position);
        if (fresh.length > 0 && !passIfIrrelevant(fresh)) return false;
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
      const waiting = { passReleased, wake };
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
