// Moves a log into another one: checks that the target is empty or its beginning, appends the rest in order, and reads both again.
import { EventIdTaken, WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { parseRecordStream, hideDigest } from '#domain/stream-names.js';
import { LogCopyRefused } from './log-copy-refused.js';
import { appends, type CopiedAppend } from './appends.js';
import { compareLogs, type LogComparison } from './compare-logs.js';
import { except, readLogRange } from './read-log-range.js';
import { mustBeBeginning, mustBeSame } from './log-differences.js';

export interface CopyProgress {
  readonly phase: 'checking' | 'copying' | 'verifying';
  /** Events. */
  readonly done: number;
  /** Of the whole, from 0 to 1. */
  readonly share: number;
}

export interface CopyOptions {
  /**
   * How many appends may be under way at once. More than one only where the target writes those that are asked for in one
   * turn of the event loop in their order, all or none.
   */
  readonly together: number;
  /** Streams that are not copied. */
  readonly without?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface LogCopy {
  /** Events that were in the target before. */
  readonly there: number;
  /** Events that were written. */
  readonly copied: number;
  /** Of both logs, read again at the end. */
  readonly verified: LogComparison;
  /** Somebody has written into the first log meanwhile: that is not copied. */
  readonly grown: boolean;
  /** Events in the first log that are not Daybook's. */
  readonly leftOut?: number;
}

/** Copies up to where the first log ends now. Throws `LogCopyRefused` where the target is something else, `CopyInterrupted`. */
export async function copyLog(from: EventStore, to: EventStore, options: CopyOptions): Promise<LogCopy> {
  const { without = new Set<string>(), signal, onProgress = () => {} } = options;
  const head = await from.head();
  const told = (phase: CopyProgress['phase']) => (done: number, position: number) =>
    onProgress({ phase, done, share: position / head });
  const before = await compareLogs(from, to, { head, without, signal, onProgress: told('checking') });
  mustBeBeginning(before);
  const events = except(readLogRange(from, { after: before.reached, head, signal }), without);
  const copied = await appendAll(to, appends(events), options.together, (count, position) =>
    told('copying')(before.same + count, position),
  );
  const verified = await compareLogs(from, to, { head, without, signal, onProgress: told('verifying') });
  mustBeSame(verified);
  return { there: before.same, copied, verified, grown: (await from.head()) > head };
}

/** Copies nothing. Throws `LogCopyRefused` where they are not the same up to where the first one ends now, `CopyInterrupted`. */
export async function verifyLogs(
  from: EventStore,
  to: EventStore,
  { without, signal, onProgress = () => {} }: Omit<CopyOptions, 'together'>,
): Promise<LogCopy> {
  const head = await from.head();
  const told = (done: number, position: number) =>
    onProgress({ phase: 'verifying', done, share: position / head });
  const verified = await compareLogs(from, to, { head, without, signal, onProgress: told });
  mustBeSame(verified);
  return { there: verified.same, copied: 0, verified, grown: (await from.head()) > head };
}

async function appendAll(
  to: EventStore,
  all: AsyncIterable<CopiedAppend>,
  together: number,
  onProgress: (count: number, position: number) => void,
): Promise<number> {
  let count = 0;
  let waiting: CopiedAppend[] = [];
  const write = async () => {
    const now = waiting;
    waiting = [];
    await everyOne(now.map(async (append) => appendOne(to, append)));
    count += now.reduce((sum, { events }) => sum + events.length, 0);
    if (now.length > 0) onProgress(count, now.at(-1)!.events.at(-1)!.position);
  };
  for await (const append of all) {
    waiting.push(append);
    if (waiting.length >= together) await write();
  }
  await write();
  return count;
}

/** Waits for all of them before the first failure is told: nothing is under way any more when the target is closed. */
async function everyOne(under: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(under);
  await Promise.all(under);
}

async function appendOne(to: EventStore, { stream, events, expectedVersion }: CopiedAppend): Promise<void> {
  try {
    await to.append(
      stream,
      events.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      expectedVersion,
    );
  } catch (error) {
    if (error instanceof WrongExpectedVersion && error.actual < expectedVersion)
      throw new LogCopyRefused(
        `events are missing from the source: of ${hideDigest(stream)} it has version ${expectedVersion + 1}, and nothing of ` +
          `Daybook's of ${error.actual === expectedVersion - 1 ? `version ${expectedVersion}` : `versions ${error.actual + 1} to ${expectedVersion}`}. ` +
          `Somebody has cut, deleted or written into that stream. Copy from a backup that has them${otherwise(stream)}.`,
      );
    if (error instanceof WrongExpectedVersion || error instanceof EventIdTaken)
      throw new LogCopyRefused(
        `somebody else is writing into the target: ${error.message}. Stop that, and copy into an empty log.`,
      );
    if (error instanceof TypeError)
      throw new LogCopyRefused(
        `version ${expectedVersion + 1} of ${stream} cannot be stored in the target: ${error.message}.`,
      );
    throw error;
  }
}

/** What promises something to other streams, a counter or a unique value, is never left out. */
const otherwise = (stream: string) =>
  parseRecordStream(stream) ? `, or without that record: the same command with --leave-out ${stream}` : '';
