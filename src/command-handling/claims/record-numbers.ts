// Gives out numbers without gaps. Whoever waits for the same counter at the same time is served in one append.
import { Injectable } from '@nestjs/common';
import {
  retryUntilAppended,
  appendUnlessOvertaken,
  toNewEvents,
  type EventMetadata,
} from '../pipeline/decide-and-append.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import {
  applyNumberEvent,
  toCounterDraft,
  confirmNumbers,
  takeNumber,
  voidNumber,
  type NumberCounter,
  type NumberEvent,
} from '#domain/claim/record-numbers.js';
import type { DecidedEvent, NewEvent } from '#domain/event.js';
import { readCounter, type CounterState } from './read-counter.js';

/** What one command wants of a counter. */
export interface NumberRequest {
  readonly stamp: EventMetadata;
  readonly record: string;
  readonly format: (sequence: number) => string;
}

interface QueuedNumberRequest {
  readonly stamp: EventMetadata;
  decide(counter: NumberCounter): readonly DecidedEvent<NumberEvent>[];
  done(counter: NumberCounter): void;
  failed(error: unknown): void;
}

@Injectable()
export class RecordNumbers {
  private readonly counters = new Map<string, CounterState>();
  private readonly settled = new Map<string, string[]>();
  private readonly queues = new Map<string, QueuedNumberRequest[]>();

  constructor(private readonly ports: CommandDependencies) {}

  /** The number that `take` would give the record now, which nobody has taken by that. */
  async next({ stamp: { stream }, record, format }: NumberRequest): Promise<string> {
    const { counter } = this.counters.get(stream) ?? (await readCounter(this.ports.store, stream));
    return counter.open.get(record)?.number ?? format(counter.last + 1);
  }

  /** The record's number: the one it took before, or the next one. */
  async take({ stamp, record, format }: NumberRequest): Promise<string> {
    const counter = await this.enqueue(stamp, (state) => takeNumber(state, record, format));
    return counter.open.get(record)!.number;
  }

  /** Explains why the record's number is on no record. */
  async release({ stamp, record }: Omit<NumberRequest, 'format'>, why: string): Promise<void> {
    await this.enqueue(stamp, (state) => voidNumber(state, record, why));
  }

  /** The record has been opened with its number: there is nothing to remember about it. */
  confirm(stream: string, record: string): void {
    const settled = this.settled.get(stream);
    if (settled) settled.push(record);
    else this.settled.set(stream, [record]);
  }

  private async enqueue(stamp: EventMetadata, decide: QueuedNumberRequest['decide']): Promise<NumberCounter> {
    return new Promise((done, failed) => {
      const waiting: QueuedNumberRequest = { stamp, decide, done, failed };
      const queue = this.queues.get(stamp.stream);
      if (queue) {
        queue.push(waiting);
        return;
      }
      this.queues.set(stamp.stream, [waiting]);
      void this.serve(stamp.stream);
    });
  }

  /** Serves everybody who is waiting, and those who came meanwhile, until nobody is. Never rejects. */
  private async serve(stream: string): Promise<void> {
    const queue = this.queues.get(stream)!;
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await this.serveTogether(stream, batch);
      } catch (error) {
        // What this process believes about the counter may be wrong now: it is read afresh.
        this.counters.delete(stream);
        for (const { failed } of batch) failed(error);
      }
    }
    this.queues.delete(stream);
  }

  private async serveTogether(stream: string, batch: readonly QueuedNumberRequest[]): Promise<void> {
    const { store } = this.ports;
    let known = this.remembered(stream);
    const counter = await retryUntilAppended(async () => {
      let plan = known && decideAll(batch, known);
      // What a record is remembered to have may have been voided by another process: then the stream is asked.
      if (!plan?.allNew) plan = decideAll(batch, await readCounter(store, stream, known));
      const { events, from } = plan;
      const appended =
        events.length === 0 ? from : await appendUnlessOvertaken(store.append(stream, events, from.version));
      if (appended) {
        const recordedAt = events.at(-1)?.metadata.recordedAt ?? from.recordedAt;
        this.counters.set(stream, { counter: plan.counter, version: appended.version, recordedAt });
        return plan.counter;
      }
      known = await readCounter(store, stream, from);
      return undefined;
    });
    for (const { done } of batch) done(counter);
  }

  private remembered(stream: string): CounterState | undefined {
    const known = this.counters.get(stream);
    const settled = this.settled.get(stream)?.splice(0) ?? [];
    return known && { ...known, counter: confirmNumbers(known.counter, settled) };
  }
}

function decideAll(batch: readonly QueuedNumberRequest[], from: CounterState) {
  const events: NewEvent<NumberEvent>[] = [];
  const counter = toCounterDraft(from.counter);
  let allNew = true;
  for (const { stamp, decide } of batch) {
    const decided = decide(counter);
    if (decided.length === 0) allNew = false;
    const last = events.at(-1)?.metadata.recordedAt ?? from.recordedAt;
    for (const each of toNewEvents(stamp, decided, {
      version: from.version + events.length,
      recordedAt: last,
    }))
      events.push(each);
    for (const event of decided) applyNumberEvent(counter, event);
  }
  return { from, counter, events, allNew };
}
