// The event store's port. Every adapter passes test/event-store/event-store.contract.ts.
import type { NewEvent, Recorded } from '../domain/event.js';

export interface Appended {
  /** Version of the stream after the append. */
  readonly version: number;
  /** Position of the last event written. */
  readonly position: number;
}

export interface EventStore {
  /** Events of one stream, oldest first, from version `from` (default 1) on. `version` is the stream's, 0 = no stream. */
  read(
    stream: string,
    from?: number,
  ): Promise<{ readonly events: readonly Recorded[]; readonly version: number }>;
  /**
   * Writes all events or none. Throws `WrongExpectedVersion` unless the stream is at `expectedVersion` (0 = must not exist).
   * The same event ids again at the same expected version: answered as the first time, nothing written.
   */
  append(stream: string, events: readonly NewEvent[], expectedVersion: number): Promise<Appended>;
  /**
   * The whole log after a position, in commit order: history, then live, until the signal aborts (which ends it without an error).
   * Yields what is there at once as one batch, never an empty one; the next batch is read when it is asked for.
   */
  all(after?: number, signal?: AbortSignal): AsyncIterable<readonly Recorded[]>;
  /** Position of the last event; 0 = empty log. */
  head(): Promise<number>;
  close(): Promise<void>;
}

export class WrongExpectedVersion extends Error {
  override readonly name = 'WrongExpectedVersion';
  constructor(
    readonly stream: string,
    readonly expected: number,
    readonly actual: number,
  ) {
    super(`stream ${stream} is at version ${actual}, expected ${expected}`);
  }
}

/** The store cannot be reached, or cannot write (full disk, lost connection): nothing is known to be written. */
export class EventStoreUnavailable extends Error {
  override readonly name: string = 'EventStoreUnavailable';
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
