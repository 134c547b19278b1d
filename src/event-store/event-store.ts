// Port of the event store, and its errors. Contract: test/event-store/event-store.contract.ts.
import type { NewEvent, RecordedEvent } from '../domain/event.js';
import { hideDigest } from '../domain/stream-names.js';
import { PortFailure, type PortFailureKind } from '../platform/port-failure.js';

export interface AppendResult {
  readonly version: number;
  readonly position: number;
}

/** An event and its place in the log. Its link covers the whole log up to it. */
export interface EventReference extends Pick<
  RecordedEvent,
  'id' | 'stream' | 'version' | 'position' | 'link'
> {
  /** Number of the event in the log, from 1; undefined: not counted. */
  readonly number?: number;
}

export const toEventReference = ({
  id,
  stream,
  version,
  position,
  link,
  number,
}: EventReference): EventReference => ({
  id,
  stream,
  version,
  position,
  ...(link !== undefined && { link }),
  ...(number !== undefined && { number }),
});

/** `deadline`: by `performance.now()`; after it, calls throw `EventStoreUnavailable`. */
export interface EventStore {
  /**
   * Events of one stream, oldest first, from version `from` (default 1). `version` is the stream's; 0: no stream.
   * Throws `StreamTruncated` where events are missing.
   */
  read(
    stream: string,
    from?: number,
    deadline?: number,
  ): Promise<{ readonly events: readonly RecordedEvent[]; readonly version: number }>;
  /**
   * Writes all events or none. Throws `WrongExpectedVersion` unless the stream is at `expectedVersion` (0: must not
   * exist), and `AppendTooLarge`. Repeating the same event ids at the same expected version returns the first result
   * and writes nothing.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: number,
    deadline?: number,
  ): Promise<AppendResult>;
  /**
   * Throws `AppendTooLarge` where `append` would, and writes nothing. Absent in engines without a limit; others may
   * skip small appends.
   */
  assertFits?(stream: string, events: readonly NewEvent[]): Promise<void>;
  /**
   * The whole log after a position, in commit order: history, then live, until the signal aborts (no error). Yields
   * batches of at least one event; reads the next batch on demand. Throws `LogReplaced` where the log lacks the last
   * event that was yielded.
   */
  all(after?: number, signal?: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last event; 0: empty log. */
  head(): Promise<number>;
  /** Whether this event is still at its place. Asks the engine each time. */
  has(event: EventReference): Promise<boolean>;
  /**
   * Streams with missing events, among those for which `isOurs` holds; also raises them as health issues. Absent in
   * engines that cannot truncate streams.
   */
  findTruncatedStreams?(isOurs: (stream: string) => boolean): Promise<readonly StreamTruncated[]>;
  close(): Promise<void>;
}

export class WrongExpectedVersion extends PortFailure {
  override readonly name = 'WrongExpectedVersion';
  override readonly failure = 'changed meanwhile';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`stream ${stream} is at version ${actual}, expected ${expected}`);
  }
}

/** The store cannot be reached or cannot write (full disk, lost connection). Nothing is known to be written. */
export class EventStoreUnavailable extends PortFailure {
  override readonly name: string = 'EventStoreUnavailable';
  override readonly failure: PortFailureKind = 'unavailable';
}

export function assertBeforeDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && performance.now() >= deadline)
    throw new EventStoreUnavailable('The event store was asked too late. Nothing was written.');
}

/** Has an explanation that may be shown to everyone. */
export abstract class ExplainedUnavailable extends EventStoreUnavailable {
  constructor(
    message: string,
    override readonly shown: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The engine denies Daybook a right; the message names it and who needs it. `shown`: 'write to a stream'. */
export class MissingRight extends ExplainedUnavailable {
  override readonly name = 'LackingRight';
  override readonly failure = 'right missing';
}

export interface EventLocation {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
}

export class DamagedEvent extends PortFailure {
  override readonly name = 'DamagedEvent';
  override readonly failure = 'damaged';
  override readonly shown: string;
  constructor(
    readonly place: EventLocation,
    what: string,
  ) {
    super(
      `event ${place.position} of the log (${place.stream}, version ${place.version}) is damaged: ${what}; restore the log from a backup`,
    );
    this.shown = `the log is damaged at event ${place.position}`;
  }
}

export class LogDamaged extends ExplainedUnavailable {
  override readonly name = 'LogDamaged';
  override readonly failure = 'damaged';
}

/** Events of a stream are missing: it was truncated or deleted. */
export class StreamTruncated extends PortFailure {
  override readonly name = 'StreamTruncated';
  override readonly failure = 'damaged';
  override readonly shown: string;
  constructor(
    readonly stream: string,
    /** 'its events up to version 3 are gone'. */
    readonly what: string,
    options?: ErrorOptions,
  ) {
    super(
      `Events are missing from the stream ${stream}: ${what}. Somebody has deleted it, or set $maxCount, $maxAge or $tb on it. ` +
        'Nothing is written to it. Restore the log from a backup that has them.',
      options,
    );
    this.shown = `events are missing from the log, of ${hideDigest(stream)}`;
  }
}

export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  constructor(
    /** Bytes; undefined: not reported by the engine. */
    readonly limit: number | undefined,
    options?: ErrorOptions,
  ) {
    super(
      `What is to be written at once is larger than the event store takes${limit === undefined ? '' : ` (${limit.toLocaleString('en')} bytes)`}. ` +
        'Nothing was written. Where it has to be, raise MaxAppendSize of EventStoreDB, which is 1,048,576 bytes up to version 24.10 unless set.',
      options,
    );
  }
}

/** The log lacks events that were read from it: an older or empty log is in its place. */
export class LogReplaced extends EventStoreUnavailable {
  override readonly name = 'LogReplaced';
  override readonly failure = 'log replaced';
  constructor(
    message: string,
    /** This process holds the replaced log open and cannot reach the new one, so it must exit without touching it. */
    readonly requiresExit = false,
  ) {
    super(message);
  }
}

/** The configured event store cannot be used; the message says what to do. Thrown only when opening. */
export class EventStoreUnusable extends Error {
  override readonly name = 'EventStoreUnusable';
}

/** An event with this id already exists at another place, where the engine can tell. */
export class EventIdTaken extends Error {
  override readonly name = 'EventIdTaken';
  constructor(
    readonly id: string,
    readonly stream?: string,
    readonly version?: number,
  ) {
    super(`event id ${id} is taken${stream === undefined ? '' : ` by version ${version} of ${stream}`}`);
  }
}
