// Old numbers do not affect the next.
import {
  foldNumbers,
  EMPTY_COUNTER,
  type NumberCounter,
  type NumberEvent,
} from '#domain/claim/record-numbers.js';
import type { EventStore } from '#event-store/event-store.js';
import type { StreamTail } from '../pipeline/decide-and-append.js';

export interface NumberCounterState extends StreamTail {
  readonly counter: NumberCounter;
}

const FIRST_TAIL = 256;

const END = Number.MAX_SAFE_INTEGER;

/** Reads only events after the cached `known`. */
type StreamSource = Pick<EventStore, 'read'>;

export async function readNumberCounter(
  store: StreamSource,
  stream: string,
  known?: NumberCounterState,
): Promise<NumberCounterState> {
  if (known) return follow(store, stream, known);
  const { version } = await store.read(stream, END);
  for (let tail = FIRST_TAIL; ; tail *= 4) {
    const start = Math.max(0, version - tail);
    const read = await follow(store, stream, {
      counter: EMPTY_COUNTER,
      version: start,
      recordedAt: undefined,
    });
    if (read.counter.last > 0 || start === 0) return read;
  }
}

async function follow(
  store: StreamSource,
  stream: string,
  known: NumberCounterState,
): Promise<NumberCounterState> {
  const { events, version } = await store.read(stream, known.version + 1);
  const counter = foldNumbers(known.counter, events as unknown as readonly NumberEvent[]);
  return { counter, version, recordedAt: events.at(-1)?.metadata.recordedAt ?? known.recordedAt };
}
