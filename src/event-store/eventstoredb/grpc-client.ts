// Wraps the official client: the only file that depends on it.
import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  FORWARDS,
  jsonEvent,
  NO_STREAM,
  START,
  streamNameFilter,
  WrongExpectedVersionError,
  type AllStreamResolvedEvent,
  type AppendResult,
  type JSONType,
  type ReadPosition,
  type ResolvedEvent,
} from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import type { ServerAddress, Endpoint } from './connection-string.js';
import { SharedAppendCall, SHARED_CALL_DEADLINE_MS } from './shared-append-call.js';
import { closeChannel, type GrpcChannel } from './close-grpc-channel.js';
import { isAbbreviatedRefusal, NoAnswer } from './server-errors.js';
import { parseEndpoint, probeNode } from './probe-node.js';

/** An event as the server stores it, of any application. */
export interface ReadEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit position; undefined: not reported. */
  readonly position: bigint | undefined;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  /** Parsed JSON; text where it is not valid JSON. */
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface StreamAppend {
  readonly stream: string;
  /** Revision of the stream's last event; -1: none. */
  readonly expected: number;
  readonly events: readonly Pick<ReadEvent, 'id' | 'type' | 'data' | 'metadata'>[];
  /** Whether it may share a call with other small appends. */
  readonly isSmall?: boolean;
}

export interface AppendResponse {
  readonly isWritten: boolean;
  /** Of the stream's last event; -1: none. Differs from the expected one where nothing was written. */
  readonly revision: number;
  /** Of the last event written; undefined: not reported. */
  readonly position: bigint | undefined;
}

export interface StreamRange {
  /** A revision, or the stream's end. */
  readonly from: number | 'end';
  readonly most?: number | undefined;
}

export type LogDirection = typeof FORWARDS | typeof BACKWARDS;

export interface LogRange {
  readonly direction: LogDirection;
  /** Position of an event: included when reading forwards, excluded backwards; undefined: the log's end. */
  readonly from?: bigint | undefined;
  readonly most: number;
}

export { BACKWARDS, FORWARDS };

/** Leaves out the system's streams: statistics, category links, subscription checkpoints. */
export const APPLICATION_EVENTS = { stream: '^[^$].*' } as const;
/** By stream, since metadata written over HTTP may have any event type. */
export const STREAM_METADATA = { stream: '^\\$\\$[^$]' } as const;
export const STREAM_DELETIONS = { type: '^\\$streamDeleted$' } as const;

export type LogFilter = { readonly stream: string } | { readonly type: string };

/** An event, the position the server has searched to, or the end of history. */
export type LogMessage = ReadEvent | { readonly searchedTo: bigint } | { readonly isCaughtUp: true };

/** A stream in object mode; `toLogMessage` converts its objects. Emits errors without ending, and `confirmation` for a subscription. */
export interface StreamingCall {
  readonly source: Readable;
  /** `source` then simply ends. */
  cancel(): Promise<void>;
}

/** Events the server filters at once; its default of 32 takes twice as long over millions of events. */
const SEARCH_WINDOW = 1_000;

const CHECKPOINT_INTERVAL = 10;

/** Errors it throws and emits go through `toServerError`. Only appends have a time limit. */
export class GrpcClient {
  private readonly client: ClosableClient;

  /** Sends nothing to nodes (`host:port`) for which `isDistrusted` holds. */
  constructor(address: ServerAddress, isDistrusted?: (node: string) => boolean) {
    this.client = new ClosableClient(address, isDistrusted);
  }

  /** `host:port` of the connected node; undefined: none yet. */
  get node(): string | undefined {
    return this.client.node;
  }

  readStream(stream: string, { from, most }: StreamRange): StreamingCall {
    const range =
      from === 'end'
        ? ({ direction: BACKWARDS, fromRevision: END } as const)
        : ({ direction: FORWARDS, fromRevision: BigInt(from) } as const);
    const limit = most !== undefined && { maxCount: most };
    return toStreamingCall(this.client.readStream(stream, { ...range, ...limit, requiresLeader: true }));
  }

  readLog({ direction, from, most }: LogRange): StreamingCall {
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
      // Keeps checkpoints in order with events: the package awaits this callback.
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

  /** `deadline`: milliseconds until a separate call ends by itself. */
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
        if (!isAbbreviatedRefusal(error)) throw error;
        this.client.assertOpen();
      }
    return this.client.appendToStream(stream, proposedEvents, { ...options, deadline });
  }

  stopSharing(): void {
    this.client.sharedCall.stop();
  }

  /** Fails all running calls and closes the socket. */
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

/** undefined: nothing of use. */
export function toLogMessage(found: unknown): LogMessage | undefined {
  const message = found as ResolvedEvent | AllStreamResolvedEvent | Exclude<LogMessage, ReadEvent>;
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

/** Counts connections of this process. */
let connectionCount = 0;

/** Milliseconds. */
const KEEP_ALIVE_DISABLED_MS = 2 ** 31 - 1_001;

/**
 * Replaces four protected members of the package (see test/event-store/eventstoredb/grpc-client.spec.ts): `supports` decides whether
 * an append shares a call; `GRPCStreamCreator` lets that call be ended; `getChannel` probes nodes first and keeps the channel for
 * closing; `handleError` would close the channel under other calls.
 */
class ClosableClient extends EventStoreDBClient {
  readonly sharedCall = new SharedAppendCall();
  private channel: GrpcChannel | undefined;
  private isClosed = false;
  private isNextShared = false;

  constructor(address: ServerAddress, isDistrusted: (node: string) => boolean = () => false) {
    super(...toClientSettings(address));
    this.supports = async () => this.isNextShared;
    const { getChannel, GRPCStreamCreator } = this;
    // Only the shared call is cached by the package.
    this.GRPCStreamCreator = (type, name, create, cache) => {
      const createShared: typeof create = async (client) => this.sharedCall.attachCall(await create(client));
      return GRPCStreamCreator(type, name, cache ? createShared : create, cache);
    };
    this.getChannel = async () => {
      this.assertOpen();
      const channel = await getChannel();
      this.channel = channel;
      if (this.isClosed) channel.close();
      this.assertOpen();
      if (isDistrusted(this.node!))
        throw new NoAnswer(`${this.node} leads the cluster, and has just not answered`);
      await probeNode(parseEndpoint(this.node!));
      this.assertOpen();
      return channel;
    };
    this.handleError = async () => {};
  }

  appendShared(...append: Parameters<EventStoreDBClient['appendToStream']>): Promise<AppendResult> {
    this.isNextShared = true;
    const answer = this.appendToStream(...append);
    this.isNextShared = false;
    return answer;
  }

  /** A call on a closed channel throws outside the package's error handling and would end the process. */
  assertOpen(): void {
    if (this.isClosed) throw new NoAnswer('the connection is closed');
  }

  get node(): string | undefined {
    return this.channel?.getTarget().replace(/^dns:(?:\/\/\/)?/, '');
  }

  close(): void {
    this.isClosed = true;
    void this.dispose();
    const { channel } = this;
    // By then, calls that just began are registered.
    if (channel) setImmediate(() => closeChannel(channel));
  }
}

function toClientSettings(address: ServerAddress): ConstructorParameters<typeof EventStoreDBClient> {
  const { isCluster, discover, tls, credentials, keepAliveTimeout } = address;
  const endpoints = address.seeds.map(toPackageEndpoint);
  const settings = {
    connectionName: address.connectionName,
    keepAliveInterval: address.keepAliveInterval,
    // Makes settings unique: connections with equal settings share a socket (gRPC's subchannel pool), even an unresponsive one.
    keepAliveTimeout:
      (keepAliveTimeout < 0 ? KEEP_ALIVE_DISABLED_MS : keepAliveTimeout) + (connectionCount++ % 1_000),
    maxDiscoverAttempts: 1,
    discoveryInterval: 0,
    gossipTimeout: GOSSIP_SECONDS,
  };
  const encryption = tls
    ? {
        ...(tls.authority && { rootCertificate: tls.authority }),
        ...(tls.clientCertificate && {
          userCertFile: tls.clientCertificate.certificate,
          userKeyFile: tls.clientCertificate.key,
        }),
        verifyOptions: { rejectUnauthorized: tls.verify },
      }
    : { insecure: true };
  const place = isCluster
    ? discover
      ? { discover: endpoints[0]! }
      : { endpoints }
    : { endpoint: endpoints[0]! };
  return [{ ...settings, ...place } as ClusterSettings, encryption, credentials];
}

/** Stands for all constructor signatures, one per kind of address. */
type ClusterSettings = ConstructorParameters<typeof EventStoreDBClient>[0];

/** Time the client waits for a node to name the leader. */
const GOSSIP_SECONDS = 2;

const toPackageEndpoint = ({ host, port }: Endpoint) => ({
  address: host.includes(':') ? `[${host}]` : host,
  port,
});
