// Reads a counter from the end of its stream: what was given out long ago is of no interest to the next number.
import {
  foldNumbers,
  EMPTY_COUNTER,
  type NumberCounter,
  type NumberEvent,
} from '#domain/claim/record-numbers.js';
import type { EventStore } from '#event-store/event-store.js';
import type { StreamTail } from '../pipeline/decide-and-append.js';

export interface CounterState extends StreamTail {
  readonly counter: NumberCounter;
}

/** Crashes lose what was under way: far fewer numbers than these last ones. */
const TAIL = 256;

const END = Number.MAX_SAFE_INTEGER;

/** `known`: what is known already; only what came after it is read. */
type StreamSource = Pick<EventStore, 'read'>;

export async function readCounter(
  store: StreamSource,
  stream: string,
  known?: CounterState,
): Promise<CounterState> {
  if (known) return follow(store, stream, known);
  const { version } = await store.read(stream, END);
  for (let tail = TAIL; ; tail *= 4) {
    const start = Math.max(0, version - tail);
    const read = await follow(store, stream, {
      counter: EMPTY_COUNTER,
      version: start,
      recordedAt: undefined,
    });
    if (read.counter.last > 0 || start === 0) return read;
  }
}

async function follow(store: StreamSource, stream: string, known: CounterState): Promise<CounterState> {
  const { events, version } = await store.read(stream, known.version + 1);
  const counter = foldNumbers(known.counter, events as unknown as readonly NumberEvent[]);
  return { counter, version, recordedAt: events.at(-1)?.metadata.recordedAt ?? known.recordedAt };
}
