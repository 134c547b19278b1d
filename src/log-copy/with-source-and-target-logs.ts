import type { EventsEngine } from '#configuration/engine-address.js';
import { createEventCodec, NO_UPCASTERS } from '#event-store/event-codec.js';
import type { EventStore } from '#event-store/event-store.js';
import { openEventStore } from '#installation/storage-engines.js';

export interface LogCopyEngines {
  readonly from: EventsEngine;
  readonly to: EventsEngine;
}

/** Counts foreign events before Daybook's last one, each once, although the source is read repeatedly. */
class ForeignEvents {
  count = 0;
  private last = 0;
  private behind: number[] = [];

  note({ position }: { readonly position: number }): void {
    if (position <= this.last) return;
    this.last = position;
    this.behind.push(position);
  }

  reached(position: number): void {
    const all = this.behind.length;
    this.behind = this.behind.filter((each) => each > position);
    this.count += all - this.behind.length;
  }

  besides(source: EventStore): EventStore {
    const reached = (position: number) => this.reached(position);
    return {
      ...source,
      async *all(after, signal) {
        for await (const batch of source.all(after, signal)) {
          reached(batch.at(-1)!.position);
          yield batch;
        }
      },
    };
  }
}

/** The target is created only once the source can be read. */
export async function withSourceAndTargetLogs<Result>(
  { from, to }: LogCopyEngines,
  work: (from: EventStore, to: EventStore, others: ForeignEvents) => Promise<Result>,
): Promise<Result> {
  // Events are copied without upcasts.
  const codec = createEventCodec(NO_UPCASTERS);
  const others = new ForeignEvents();
  const source = await openEventStore({ events: from }, { codec, onForeign: (event) => others.note(event) });
  try {
    const target = await openEventStore({ events: to }, { codec, isForWriting: true });
    try {
      return await work(others.besides(source), target, others);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
