// Numbers have no gaps; concurrent requests share an append.
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
  copyNumberCounter,
  confirmNumbers,
  takeNumber,
  voidNumber,
  type NumberCounter,
  type NumberEvent,
} from '#domain/claim/record-numbers.js';
import type { DecidedEvent, NewEvent } from '#domain/event.js';
import { readNumberCounter, type NumberCounterState } from './read-number-counter.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

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
export class RecordNumberClaims {
  private readonly counters = new Map<string, NumberCounterState>();
  private readonly settled = new Map<string, string[]>();
  private readonly queues = new Map<string, QueuedNumberRequest[]>();

  constructor(private readonly ports: CommandDependencies) {}

  /** `take` may return a later number. */
  async previewNext({ stamp: { stream }, record, format }: NumberRequest): Promise<string> {
    const { counter } = this.counters.get(stream) ?? (await readNumberCounter(this.ports.store, stream));
    return counter.open.get(record)?.number ?? format(counter.last + 1);
  }

  /** Idempotent per record. */
  async take({ stamp, record, format }: NumberRequest): Promise<string> {
    const counter = await this.enqueue(stamp, (state) => takeNumber(state, record, format));
    return counter.open.get(record)!.number;
  }

  async release({ stamp, record }: Omit<NumberRequest, 'format'>, why: string): Promise<void> {
    await this.enqueue(stamp, (state) => voidNumber(state, record, why));
  }

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
      this.serve(stamp.stream).catch(throwUncaught);
    });
  }

  private async serve(stream: string): Promise<void> {
    const queue = this.queues.get(stream)!;
    while (queue.length > 0) {
      const batch = queue.splice(0);
      try {
        await this.serveTogether(stream, batch);
      } catch (error) {
        // The cache may be stale.
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
      // Another process may have voided cached numbers.
      if (!plan?.allNew) plan = decideAll(batch, await readNumberCounter(store, stream, known));
      const { events, from } = plan;
      const appended =
        events.length === 0 ? from : await appendUnlessOvertaken(store.append(stream, events, from.version));
      if (appended) {
        const recordedAt = events.at(-1)?.metadata.recordedAt ?? from.recordedAt;
        this.counters.set(stream, { counter: plan.counter, version: appended.version, recordedAt });
        return plan.counter;
      }
      known = await readNumberCounter(store, stream, from);
      return undefined;
    });
    for (const { done } of batch) done(counter);
  }

  private remembered(stream: string): NumberCounterState | undefined {
    const known = this.counters.get(stream);
    const settled = this.settled.get(stream)?.splice(0) ?? [];
    return known && { ...known, counter: confirmNumbers(known.counter, settled) };
  }
}

function decideAll(batch: readonly QueuedNumberRequest[], from: NumberCounterState) {
  const events: NewEvent<NumberEvent>[] = [];
  const counter = copyNumberCounter(from.counter);
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
