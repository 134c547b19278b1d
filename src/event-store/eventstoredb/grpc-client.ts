import {
  BACKWARDS,
  END,
  eventTypeFilter,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  WrongExpectedVersionError,
  type AllStreamResolvedEvent,
  type JSONType,
  type ReadPosition,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import type { ServerAddress } from './connection-string.js';
import { SHARED_CALL_DEADLINE_MS } from './shared-append-call.js';
import { ClosableEventStoreDbClient } from './closable-eventstoredb-client.js';
import { isAbbreviatedAccessDenial } from './server-errors.js';

export interface ReadEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit position; undefined: not reported. */
  readonly position: bigint | undefined;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface StreamAppend {
  readonly stream: string;
  /** Revision of the stream's last event; -1: none. */
  readonly expected: number;
  readonly events: readonly Pick<ReadEvent, 'id' | 'type' | 'data' | 'metadata'>[];
  readonly isSmall?: boolean;
}

export interface AppendResponse {
  readonly isWritten: boolean;
  /** -1: none. Differs from the expected one where nothing was written. */
  readonly revision: number;
  /** undefined: not reported. */
  readonly position: bigint | undefined;
}

export interface StreamReadRange {
  readonly from: number | 'end';
  readonly most?: number | undefined;
}

export type LogDirection = typeof FORWARDS | typeof BACKWARDS;

export interface LogReadRange {
  readonly direction: LogDirection;
  /** Included when reading forwards, excluded backwards; undefined: the log's end. */
  readonly from?: bigint | undefined;
  readonly most: number;
}

export { BACKWARDS, FORWARDS };

export const APPLICATION_EVENT_FILTER = { stream: '^[^$].*' } as const;
/** By stream, since metadata written over HTTP may have any event type. */
export const STREAM_METADATA_FILTER = { stream: '^\\$\\$[^$]' } as const;
export const STREAM_DELETION_FILTER = { type: '^\\$streamDeleted$' } as const;

export type LogFilter = { readonly stream: string } | { readonly type: string };

/** `searchedTo`: position up to which the server has filtered. */
export type LogReadMessage = ReadEvent | { readonly searchedTo: bigint } | { readonly isCaughtUp: true };

/** Object mode. Emits errors without ending, and `confirmation` for a subscription. */
export interface StreamingCall {
  readonly source: Readable;
  cancel(): Promise<void>;
}

/** The server's default of 32 takes twice as long over millions of events. */
const SEARCH_WINDOW = 1_000;

const CHECKPOINT_INTERVAL = 10;

/** Errors go through `toServerError`. Only appends have a time limit. */
export class GrpcClient {
  private readonly client: ClosableEventStoreDbClient;

  /** Nothing is sent to nodes (`host:port`) that are distrusted. */
  constructor(address: ServerAddress, isDistrusted?: (node: string) => boolean) {
    this.client = new ClosableEventStoreDbClient(address, isDistrusted);
  }

  get node(): string | undefined {
    return this.client.node;
  }

  readStream(stream: string, { from, most }: StreamReadRange): StreamingCall {
    const range =
      from === 'end'
        ? ({ direction: BACKWARDS, fromRevision: END } as const)
        : ({ direction: FORWARDS, fromRevision: BigInt(from) } as const);
    const limit = most !== undefined && { maxCount: most };
    return toStreamingCall(this.client.readStream(stream, { ...range, ...limit, requiresLeader: true }));
  }

  readLog({ direction, from, most }: LogReadRange): StreamingCall {
    const end = direction === FORWARDS ? START : END;
    const fromPosition = from === undefined ? end : toReadPosition(from);
    return toStreamingCall(
      this.client.readAll({ direction, fromPosition, maxCount: most, requiresLeader: true }),
    );
  }

  /** `after`: 0 for everything. */
  subscribe(
    filter: LogFilter,
    after: number,
    { requiresLeader }: { readonly requiresLeader: boolean },
  ): StreamingCall {
    const options = {
      maxSearchWindow: SEARCH_WINDOW,
      checkpointInterval: CHECKPOINT_INTERVAL,
      // Awaited by the package, so checkpoints stay in order with events.
      checkpointReached: (_: unknown, { commit }: { readonly commit: bigint }) =>
        void source.push({ searchedTo: commit }),
    };
    const subscription = this.client.subscribeToAll({
      fromPosition: after === 0 ? START : toReadPosition(BigInt(after)),
      filter:
        'stream' in filter
          ? streamNameFilter({ regex: filter.stream, ...options })
          : eventTypeFilter({ regex: filter.type, ...options }),
      requiresLeader,
    });
    const source = subscription as unknown as Readable;
    source.on('caughtUp', () => source.push({ isCaughtUp: true }));
    return { source, cancel: () => subscription.unsubscribe() };
  }

  /** `deadline`: milliseconds. */
  async append(append: StreamAppend, deadline: number): Promise<AppendResponse> {
    try {
      const { nextExpectedRevision, position } = await this.send(append, deadline);
      return { isWritten: true, revision: Number(nextExpectedRevision), position: position?.commit };
    } catch (error) {
      if (!(error instanceof WrongExpectedVersionError)) throw error;
      const { actualVersion } = error;
      const revision = actualVersion === NO_STREAM ? -1 : Number(actualVersion);
      return { isWritten: false, revision, position: undefined };
    }
  }

  private async send({ stream, expected, events, isSmall }: StreamAppend, deadline: number) {
    const expectedRevision = expected < 0 ? NO_STREAM : BigInt(expected);
    const options = { expectedRevision, requiresLeader: true } as const;
    const proposedEvents = events.map(toJsonEvent);
    const { sharedCall } = this.client;
    if (isSmall && sharedCall.tryAcquire())
      try {
        return await sharedCall.send(() =>
          this.client.appendShared(stream, proposedEvents, { ...options, deadline: SHARED_CALL_DEADLINE_MS }),
        );
      } catch (error) {
        if (!isAbbreviatedAccessDenial(error)) throw error;
        this.client.assertOpen();
      }
    return this.client.appendToStream(stream, proposedEvents, { ...options, deadline });
  }

  stopSharing(): void {
    this.client.sharedCall.stop();
  }

  close(): void {
    this.client.close();
  }
}

const toStreamingCall = (reading: object & { cancel(): Promise<void> }): StreamingCall => ({
  source: reading as unknown as Readable,
  cancel: () => reading.cancel(),
});

const toReadPosition = (position: bigint): Exclude<ReadPosition, string> => ({
  commit: position,
  prepare: position,
});

const toJsonEvent = ({ id, type, data, metadata }: StreamAppend['events'][number]) =>
  jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType });

export function toLogReadMessage(found: unknown): LogReadMessage | undefined {
  const message = found as ResolvedEvent | AllStreamResolvedEvent | Exclude<LogReadMessage, ReadEvent>;
  return 'searchedTo' in message || 'isCaughtUp' in message ? message : toReadEvent(message);
}

const NO_POSITION = 2n ** 64n - 1n;

/** undefined: a link whose event is gone. */
function toReadEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): ReadEvent | undefined {
  if (!event) return undefined;
  const { streamId, revision, id, type, isJson, data, metadata } = event;
  const commit = event.position?.commit;
  return {
    stream: streamId,
    revision: Number(revision),
    id,
    type,
    isJson,
    data,
    metadata,
    position: commit === NO_POSITION ? undefined : commit,
  };
}
