// Two logs side by side, from their beginnings: whether one is the other, or its beginning. Positions are each engine's own.
import { type EventStore } from '#event-store/event-store.js';
import { reencodeEvent, LogHasher } from '#event-store/log-hash-chain.js';
import type { RecordedEvent } from '#domain/event.js';
import { except, readLogRange, type LogRange } from './read-log-range.js';
import { UnsentCalls } from './unsent-calls.js';
import { canonicalJson } from '#event-store/canonical-json.js';

export type ReadableLog = Pick<EventStore, 'all' | 'head'>;

export interface LogComparison {
  /** Events that are the same in both, from the beginning. */
  readonly same: number;
  /** How many streams these are of. Every version of each was compared. */
  readonly streams: number;
  /** The hash of the log that they make, as `daybook status` tells it. */
  readonly sha256: string;
  /** Position of the last of them in the first log; 0: none. */
  readonly reached: number;
  /** Events of the first log whose streams were left out. */
  readonly passed: number;
  /** Calls and mails that these events ask for and say nothing more about. */
  readonly unsent: number;
  /** undefined: that log has ended there. */
  readonly next: { readonly a: RecordedEvent | undefined; readonly b: RecordedEvent | undefined };
}

export interface ComparingOptions {
  /** Position of the last event of the first log that counts. */
  readonly head: number;
  /** Streams of the first log that the second one does without. */
  readonly without?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, position: number) => void;
}

/** Reads both until one ends or they differ, a page of each in memory. Throws `CopyInterrupted`. */
export async function compareLogs(
  a: ReadableLog,
  b: ReadableLog,
  options: ComparingOptions,
): Promise<LogComparison> {
  const { head, without = new Set<string>(), signal, onProgress } = options;
  let passed = 0;
  const left = except(readLogRange(a, { head, signal }), without, () => passed++);
  const right = readLogRange(b, { head: await b.head(), signal } satisfies LogRange);
  const hasher = new LogHasher();
  const calls = new UnsentCalls();
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
      calls.saw(next.a);
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
  // Nearly always their names are in the same order, and making canonical JSON takes longer than plain.
  const isSameText = JSON.stringify(withoutPosition(a)) === JSON.stringify(withoutPosition(b));
  return isSameText || canonicalEvent(a) === canonicalEvent(b);
}

const withoutPosition = ({ stream, version, id, type, data, metadata }: RecordedEvent) => ({
  stream,
  version,
  id,
  type,
  data,
  metadata,
});

/** An event without its position, as canonical JSON. */
export const canonicalEvent = (event: RecordedEvent): string => canonicalJson(withoutPosition(event));
