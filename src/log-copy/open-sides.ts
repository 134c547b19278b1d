// Source and target of a copy of a log, opened.
import type { EventsEngine } from '#configuration/engine-address.js';
import { createEventCodec, NO_UPCASTS } from '#event-store/event-codec.js';
import type { EventStore } from '#event-store/event-store.js';
import { openEventStore } from '#installation/engines.js';

export interface CopySides {
  readonly from: EventsEngine;
  readonly to: EventsEngine;
}

/**
 * What stands in the source before Daybook's last event and is not Daybook's: the source is read more than once, and each counts once. How much of
 * what stands behind it was come across is chance.
 */
class ForeignEvents {
  count = 0;
  private last = 0;
  private behind: number[] = [];

  note({ position }: { readonly position: number }): void {
    if (position <= this.last) return;
    this.last = position;
    this.behind.push(position);
  }

  /** An event of Daybook's stands here. */
  reached(position: number): void {
    const all = this.behind.length;
    this.behind = this.behind.filter((each) => each > position);
    this.count += all - this.behind.length;
  }

  /** Told of each event that is read. */
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

/** The target is made only once the source can be read. */
export async function withSides<Result>(
  { from, to }: CopySides,
  work: (from: EventStore, to: EventStore, others: ForeignEvents) => Promise<Result>,
): Promise<Result> {
  // What is stored stays as it is: nothing becomes newer on the way.
  const codec = createEventCodec(NO_UPCASTS);
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
