// The event store's port, and how it fails. Every adapter passes test/event-store/event-store.contract.ts.
import type { NewEvent, RecordedEvent } from '../domain/event.js';
import { hideDigest } from '../domain/stream-names.js';
import { PortFailure, type PortFailureKind } from '../platform/port-failure.js';

export interface AppendResult {
  /** Version of the stream after the append. */
  readonly version: number;
  /** Position of the last event written. */
  readonly position: number;
}

/** An event, and where it was seen; with its link, also that the whole log up to it was the same. */
export interface EventReference extends Pick<
  RecordedEvent,
  'id' | 'stream' | 'version' | 'position' | 'link'
> {
  /** Which event of the log it is, counted from 1; undefined: whoever read it did not count. */
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

/** `until`: by `performance.now()`; later than that an answer is of no use to who asks, and is `EventStoreUnavailable`. */
export interface EventStore {
  /**
   * Events of one stream, oldest first, from version `from` (default 1) on. `version` is the stream's, 0 = no stream. Throws
   * `StreamCut` where some of them are gone.
   */
  read(
    stream: string,
    from?: number,
    deadline?: number,
  ): Promise<{ readonly events: readonly RecordedEvent[]; readonly version: number }>;
  /**
   * Writes all events or none. Throws `WrongExpectedVersion` unless the stream is at `expectedVersion` (0 = must not exist), and
   * `AppendTooLarge` where they weigh more than the engine takes at once.
   * The same event ids again at the same expected version: answered as the first time, nothing written.
   */
  append(
    stream: string,
    events: readonly NewEvent[],
    expectedVersion: number,
    deadline?: number,
  ): Promise<AppendResult>;
  /**
   * Throws `AppendTooLarge` where `append` would, and writes nothing. Engines that take any size have nothing to ask; others may
   * let pass what is smaller than any limit that makes sense.
   */
  assertFits?(stream: string, events: readonly NewEvent[]): Promise<void>;
  /**
   * The whole log after a position, in commit order: history, then live, until the signal aborts (which ends it without an error).
   * Yields what is there at once as one batch, never an empty one; the next batch is read when it is asked for.
   * Throws `LogReplaced` sooner than it goes on in a log that lacks the last event it has handed on.
   */
  all(after?: number, signal?: AbortSignal): AsyncIterable<readonly RecordedEvent[]>;
  /** Position of the last event; 0 = empty log. */
  head(): Promise<number>;
  /** Whether this very event still stands where it was seen. Asks the engine, each time. */
  has(event: EventReference): Promise<boolean>;
  /**
   * Streams that events were taken out of, among those whose names are `isOurs`; and tells them as troubles. Where an engine lets
   * nobody do that, there is nothing to ask.
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

/** The store cannot be reached, or cannot write (full disk, lost connection): nothing is known to be written. */
export class EventStoreUnavailable extends PortFailure {
  override readonly name: string = 'EventStoreUnavailable';
  override readonly failure: PortFailureKind = 'unavailable';
}

/** Nothing is begun for somebody who has gone. Throws `EventStoreUnavailable`. */
export function assertBeforeDeadline(deadline: number | undefined): void {
  if (deadline !== undefined && performance.now() >= deadline)
    throw new EventStoreUnavailable('The event store was asked too late. Nothing was written.');
}

/** Everybody is told what is wrong, by `shown`. */
export abstract class ExplainedUnavailable extends EventStoreUnavailable {
  constructor(
    message: string,
    override readonly shown: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The engine does not let Daybook do something; the message says what, and who has to be given which right. `shown`: 'write to a stream'. */
export class LackingRight extends ExplainedUnavailable {
  override readonly name = 'LackingRight';
  override readonly failure = 'right missing';
}

/** Where a stored event stands. */
export interface EventLocation {
  readonly stream: string;
  readonly version: number;
  readonly position: number;
}

/** What is stored at this place is no event of ours any more: nobody gets past it. */
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

/** The log is known to be damaged: nothing is written to it. */
export class LogDamaged extends ExplainedUnavailable {
  override readonly name = 'LogDamaged';
  override readonly failure = 'damaged';
}

/** Events of a stream are gone: somebody has cut or deleted it. */
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

/** More than the engine takes at once. Nothing was written, and the same will not be taken later either. */
export class AppendTooLarge extends Error {
  override readonly name = 'AppendTooLarge';
  constructor(
    /** Bytes; undefined: not told. */
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

/** The log lacks what was read from it before: an older one, or an empty one, is in its place. */
export class LogReplaced extends EventStoreUnavailable {
  override readonly name = 'LogReplaced';
  override readonly failure = 'log replaced';
  constructor(
    message: string,
    /** This process holds open what was there before, and can never have what is there now: it has to end, and leave that as it is. */
    readonly requiresExit = false,
  ) {
    super(message);
  }
}

/** What is configured cannot be used as an event store; the message says what to do. Only at opening. */
export class EventStoreUnusable extends Error {
  override readonly name = 'EventStoreUnusable';
}

/** An event of this id is in the log already, at another place (where the engine can tell): ids were not derived from the command. */
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
