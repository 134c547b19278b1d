// The target must be empty or the source's beginning; both are read again at the end.
import { EventIdTaken, WrongExpectedVersion, type EventStore } from '#event-store/event-store.js';
import { parseRecordStream, maskStreamDigest } from '#domain/stream-names.js';
import { LogCopyRefused } from './log-copy-refused.js';
import { batchAppends, type CopiedAppend } from './batch-appends.js';
import { compareLogs, type LogComparison } from './compare-logs.js';
import { excludeStreams, readLogRange } from './read-log-range.js';
import { assertTargetIsPrefixOfSource, assertLogsEqual } from './assert-logs-match.js';

export interface CopyProgress {
  readonly phase: 'checking' | 'copying' | 'verifying';
  readonly done: number;
  /** 0 to 1. */
  readonly share: number;
}

export interface CopyOptions {
  /** Concurrent appends; more than one only where the target writes those of one turn in order, all or none. */
  readonly together: number;
  /** Not copied. */
  readonly without?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface LogCopyResult {
  /** In the target before. */
  readonly there: number;
  /** Written now. */
  readonly copied: number;
  /** Both logs, read again at the end. */
  readonly verified: LogComparison;
  /** The source was written meanwhile, which is not copied. */
  readonly grown: boolean;
  /** Foreign events of the source. */
  readonly leftOut?: number;
}

/** Up to the source's present end. Throws `LogCopyRefused`, `CopyInterrupted`. */
export async function copyLog(
  from: EventStore,
  to: EventStore,
  options: CopyOptions,
): Promise<LogCopyResult> {
  const { without = new Set<string>(), signal, onProgress = () => {} } = options;
  const head = await from.head();
  const reportPhase = (phase: CopyProgress['phase']) => (done: number, position: number) =>
    onProgress({ phase, done, share: position / head });
  const before = await compareLogs(from, to, { head, without, signal, onProgress: reportPhase('checking') });
  assertTargetIsPrefixOfSource(before);
  const events = excludeStreams(readLogRange(from, { after: before.reached, head, signal }), without);
  const copied = await appendAll(to, batchAppends(events), options.together, (count, position) =>
    reportPhase('copying')(before.same + count, position),
  );
  const verified = await compareLogs(from, to, {
    head,
    without,
    signal,
    onProgress: reportPhase('verifying'),
  });
  assertLogsEqual(verified);
  return { there: before.same, copied, verified, grown: (await from.head()) > head };
}

/** Copies nothing. Throws `LogCopyRefused`, `CopyInterrupted`. */
export async function verifyLogs(
  from: EventStore,
  to: EventStore,
  { without, signal, onProgress = () => {} }: Omit<CopyOptions, 'together'>,
): Promise<LogCopyResult> {
  const head = await from.head();
  const reportProgress = (done: number, position: number) =>
    onProgress({ phase: 'verifying', done, share: position / head });
  const verified = await compareLogs(from, to, { head, without, signal, onProgress: reportProgress });
  assertLogsEqual(verified);
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

/** Waits for all before throwing the first failure, so that the target can be closed. */
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
        `events are missing from the source: of ${maskStreamDigest(stream)} it has version ${expectedVersion + 1}, and nothing of ` +
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

/** Streams other streams rely on, of counters and unique values, are always copied. */
const otherwise = (stream: string) =>
  parseRecordStream(stream) ? `, or without that record: the same command with --leave-out ${stream}` : '';
