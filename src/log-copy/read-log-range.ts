// From the beginning to a fixed end.
import type { RecordedEvent } from '#domain/event.js';
import type { EventStore } from '#event-store/event-store.js';

/** Ctrl-C; the work can be resumed. */
export class CopyInterrupted extends Error {
  override readonly name = 'CopyInterrupted';
}

export interface LogRange {
  /** Position. */
  readonly after?: number;
  /** Position of the last event that counts; 0: none. */
  readonly head: number;
  readonly signal?: AbortSignal;
}

/** Throws `CopyInterrupted`. */
export async function* readLogRange(
  log: Pick<EventStore, 'all'>,
  { after = 0, head, signal }: LogRange,
): AsyncGenerator<RecordedEvent, undefined> {
  if (after >= head) return;
  for await (const batch of log.all(after, signal)) {
    for (const event of batch) {
      if (event.position > head) return;
      yield event;
      if (event.position === head) return;
      if (signal?.aborted) throw new CopyInterrupted();
    }
  }
  throw new CopyInterrupted();
}

export async function* excludeStreams(
  events: AsyncIterable<RecordedEvent>,
  streams: ReadonlySet<string>,
  onPassed: () => void = () => {},
): AsyncGenerator<RecordedEvent, undefined> {
  for await (const event of events)
    if (streams.has(event.stream)) onPassed();
    else yield event;
}
