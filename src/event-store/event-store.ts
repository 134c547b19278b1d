// Contract: test/event-store/event-store.contract.ts.
import type { NewEvent, RecordedEvent } from '../domain/event.js';
import { maskStreamDigest } from '../domain/stream-names.js';
import { AdapterError, type AdapterErrorKind } from '../platform/adapter-error.js';

export interface AppendResult {
  readonly version: number;
  readonly position: number;
}

export interface RecordedEventReference extends Pick<
  RecordedEvent,
  'id' | 'stream' | 'version' | 'position' | 'link'
> {
  /** Number in the log, from 1; undefined: not counted. */
  readonly number?: number;
}

export const toRecordedEventReference = ({
  id,
  stream,
  version,
  position,
  link,
  number,
}: RecordedEventReference): RecordedEventReference => ({
  id,
  stream,
  version,
  position,
  ...(link !== undefined && { link }),
  ...(number !== undefined && { number }),
});

/** `deadline`: by `performance.now()`; later calls throw `EventStoreUnavailable`. */
export interface EventStore {
  /** Oldest first, from version `from` (default 1). `version` is the stream's; 0: no stream. Throws `StreamTruncatedError`. */
  read(
    stream: string,
    from?: number,
    deadline?: number,
  ): Promise<{ readonly events: readonly RecordedEvent[]; readonly version: number }>;
  /** All or none. Throws `WrongExpectedVersion` (0: must not exist) and `AppendTooLarge`. Repeating the same event ids and version returns the first result. */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: number,
    deadline?: number,
  ): Promise<AppendResult>;
  /** Throws `AppendTooLarge` where `append` would. Absent in engines without a limit. */
  assertFits?(stream: string, events: readonly NewEvent[]): Promise<void>;
  /** In commit order, history then live, in non-empty batches, until aborted. Throws `EventLogReplacedError`. */
  all(after?: number, signal?: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last event; 0: empty log. */
  head(): Promise<number>;
  /** Whether this event is still at its place; never cached. */
  has(event: RecordedEventReference): Promise<boolean>;
  /** Streams with missing events; also raises health issues. Absent in engines that cannot truncate. */
  findTruncatedStreams?(isOurs: (stream: string) => boolean): Promise<readonly StreamTruncatedError[]>;
  close(): Promise<void>;
}

export class WrongExpectedVersion extends AdapterError {
  override readonly name = 'WrongExpectedVersion';
  override readonly kind = 'changed meanwhile';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`stream ${stream} is at version ${actual}, expected ${expected}`);
  }
}

/** The store cannot be reached or cannot write; nothing is known to be written. */
export class EventStoreUnavailable extends AdapterError {
  override readonly name: string = 'EventStoreUnavailable';
  override readonly kind: AdapterErrorKind = 'unavailable';
}

export function assertBeforeDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && performance.now() >= deadline)
    throw new EventStoreUnavailable('The event store was asked too late. Nothing was written.');
}

export abstract class PubliclyExplainedUnavailable extends EventStoreUnavailable {
  constructor(
    message: string,
    override readonly publicMessage: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The message names the right and who needs it. `publicMessage`: 'write to a stream'. */
export class EventStoreRightMissing extends PubliclyExplainedUnavailable {
  override readonly name = 'LackingRight';
  override readonly kind = 'right missing';
}

export interface EventLocation {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
}

export class DamagedEventError extends AdapterError {
  override readonly name = 'DamagedEvent';
  override readonly kind = 'damaged';
  override readonly publicMessage: string;
  constructor(
    readonly place: EventLocation,
    what: string,
  ) {
    super(
      `event ${place.position} of the log (${place.stream}, version ${place.version}) is damaged: ${what}; restore the log from a backup`,
    );
    this.publicMessage = `the log is damaged at event ${place.position}`;
  }
}

export class EventLogDamagedError extends PubliclyExplainedUnavailable {
  override readonly name = 'LogDamaged';
  override readonly kind = 'damaged';
}

export class StreamTruncatedError extends AdapterError {
  override readonly name = 'StreamTruncated';
  override readonly kind = 'damaged';
  override readonly publicMessage: string;
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
    this.publicMessage = `events are missing from the log, of ${maskStreamDigest(stream)}`;
  }
}

export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  constructor(
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

/** The log lacks events that were read from it: another log is in its place. */
export class EventLogReplacedError extends EventStoreUnavailable {
  override readonly name = 'LogReplaced';
  override readonly kind = 'log replaced';
  constructor(
    message: string,
    /** The process holds the replaced log open, so it must exit without touching it. */
    readonly requiresExit = false,
  ) {
    super(message);
  }
}

export class EventStoreUnusable extends Error {
  override readonly name = 'EventStoreUnusable';
}

/** The id exists at another place; not every engine can tell. */
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
