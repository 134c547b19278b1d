// Whether one log is the other, or its beginning. Positions are each engine's own.
import { type EventStore } from '#event-store/event-store.js';
import { reencodeEvent, LogHasher } from '#event-store/log-hash-chain.js';
import type { RecordedEvent } from '#domain/event.js';
import { excludeStreams, readLogRange, type LogRange } from './read-log-range.js';
import { UnsentCallCounter } from './unsent-call-counter.js';
import { toCanonicalJson } from '#event-store/canonical-json.js';

export type ReadableLog = Pick<EventStore, 'all' | 'head'>;

export interface LogComparison {
  /** Equal events from the beginning. */
  readonly same: number;
  /** Streams of these. */
  readonly streams: number;
  /** As `daybook status` prints it. */
  readonly sha256: string;
  /** In the first log; 0: none. */
  readonly reached: number;
  /** Events of excluded streams. */
  readonly passed: number;
  /** Requested calls and mails without an outcome. */
  readonly unsent: number;
  /** undefined: that log has ended there. */
  readonly next: { readonly a: RecordedEvent | undefined; readonly b: RecordedEvent | undefined };
}

export interface CompareLogsOptions {
  /** Of the last event of the first log that counts. */
  readonly head: number;
  /** Streams missing from the second log on purpose. */
  readonly without?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, position: number) => void;
}

/** A page of each in memory. Throws `CopyInterrupted`. */
export async function compareLogs(
  a: ReadableLog,
  b: ReadableLog,
  options: CompareLogsOptions,
): Promise<LogComparison> {
  const { head, without = new Set<string>(), signal, onProgress } = options;
  let passed = 0;
  const left = excludeStreams(readLogRange(a, { head, signal }), without, () => passed++);
  const right = readLogRange(b, { head: await b.head(), signal } satisfies LogRange);
  const hasher = new LogHasher();
  const calls = new UnsentCallCounter();
  let [same, streams, reached] = [0, 0, 0];
  try {
    for (;;) {
      const [one, other] = await Promise.all([left.next(), right.next()]);
      const next = { a: one.value, b: other.value };
      if (!next.a || !isSame(next.a, next.b)) {
        const { sha256 } = hasher.hashes.whole;
        return { same, streams, sha256, reached, passed, unsent: calls.count, next };
      }
      hasher.add(reencodeEvent(next.a), next.a);
      calls.addEvent(next.a);
      same++;
      if (next.a.version === 1) streams++;
      reached = next.a.position;
      onProgress?.(same, reached);
    }
  } finally {
    await Promise.all([left.return(undefined), right.return(undefined)]);
  }
}

function isSame(a: RecordedEvent, b: RecordedEvent | undefined): boolean {
  if (!b) return false;
  // Properties are nearly always in the same order, and plain JSON is quicker than canonical.
  const isSameText = JSON.stringify(withoutPosition(a)) === JSON.stringify(withoutPosition(b));
  return isSameText || toCanonicalEvent(a) === toCanonicalEvent(b);
}

const withoutPosition = ({ stream, version, id, type, data, metadata }: RecordedEvent) => ({
  stream,
  version,
  id,
  type,
  data,
  metadata,
});

export const toCanonicalEvent = (event: RecordedEvent): string => toCanonicalJson(withoutPosition(event));
