// Two logs side by side, from their beginnings: whether one is the other, or its beginning. Positions are each engine's own.
import { createHash } from 'node:crypto';
import { type EventStore } from '#event-store/event-store.js';
import type { Recorded } from '#domain/event.js';
import { except, logEvents, type LogRange } from './log-events.js';
import { UnsentCalls } from './unsent-calls.js';
import { canonical } from '#event-store/canonical-json.js';

export type ReadableLog = Pick<EventStore, 'all' | 'head'>;

export interface LogComparison {
  /** Events that are the same in both, from the beginning. */
  readonly same: number;
  /** How many streams these are of. Every version of each was compared. */
  readonly streams: number;
  /** hex SHA-256 over their canonical JSON (RFC 8785), each followed by a line feed. */
  readonly sha256: string;
  /** Position of the last of them in the first log; 0: none. */
  readonly reached: number;
  /** Events of the first log whose streams were left out. */
  readonly passed: number;
  /** Calls and mails that these events ask for and say nothing more about. */
  readonly unsent: number;
  /** undefined: that log has ended there. */
  readonly next: { readonly a: Recorded | undefined; readonly b: Recorded | undefined };
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
  const left = except(logEvents(a, { head, signal }), without, () => passed++);
  const right = logEvents(b, { head: await b.head(), signal } satisfies LogRange);
  const hash = createHash('sha256');
  const calls = new UnsentCalls();
  let [same, streams, reached] = [0, 0, 0];
  try {
    for (;;) {
      const [one, other] = await Promise.all([left.next(), right.next()]);
      const next = { a: one.value, b: other.value };
      const text = next.a && sameText(next.a, next.b);
      if (!next.a || text === undefined)
        return { same, streams, sha256: hash.digest('hex'), reached, passed, unsent: calls.count, next };
      hash.update(text);
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

/** What is hashed of an event that is the same in both; else undefined. */
function sameText(a: Recorded, b: Recorded | undefined): string | undefined {
  if (!b) return undefined;
  const text = hashed(a);
  // Nearly always their names are in the same order, and making canonical JSON takes longer than plain.
  const isSame =
    JSON.stringify(withoutPosition(a)) === JSON.stringify(withoutPosition(b)) || text === hashed(b);
  return isSame ? text : undefined;
}

const withoutPosition = ({ stream, version, id, type, data, metadata }: Recorded) => ({
  stream,
  version,
  id,
  type,
  data,
  metadata,
});

/** An event without its position, as canonical JSON, and a line feed. */
export const hashed = (event: Recorded): string => `${canonical(withoutPosition(event))}\n`;
