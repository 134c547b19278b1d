// The one file that speaks through the official client: a connection to a node, or to a cluster's leader as its nodes tell of it.
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
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type Filter,
  type JSONType,
  type ReadPosition,
  type ReadRevision,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Readable } from 'node:stream';
import type { Address, Endpoint } from './address.js';
import { asFailure, NoAnswer, NoTimelyAnswer } from './failures.js';
import { endpointIn, knock } from './knock.js';
import { within } from './patience.js';

/** An event as the server has it, whoever wrote it. */
export interface ReadEvent {
  readonly stream: string;
  readonly revision: number;
  /** Commit position; undefined: the server does not tell it. */
  readonly position: bigint | undefined;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  /** Parsed where it is JSON; a text where it claims to be and cannot be parsed. */
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface StreamAppend {
  /** As it is stored. */
  readonly stream: string;
  /** Revision of the stream's last event, -1 for none. */
  readonly expected: number;
  readonly events: readonly Pick<ReadEvent, 'id' | 'type' | 'data' | 'metadata'>[];
}

export interface AppendAnswer {
  readonly isWritten: boolean;
  /** Of the stream's last event, -1: there is none. Where nothing was written, it is not the one that was expected. */
  readonly revision: number;
  /** Of the last event that was written; undefined: the server does not tell it. */
  readonly position: bigint | undefined;
}

interface StreamRange {
  /** A revision, or the stream's end. */
  readonly from: number | 'end';
  readonly most?: number | undefined;
}

export type LogDirection = typeof FORWARDS | typeof BACKWARDS;

interface LogRange {
  readonly direction: LogDirection;
  /** Position of an event, which comes first when reading forwards and not at all when reading backwards; undefined: the log's end. */
  readonly from?: bigint | undefined;
  readonly most: number;
}

export { BACKWARDS, FORWARDS };

/** Events of applications: streams of the system hold statistics, links of categories, checkpoints of subscriptions. */
export const OF_APPLICATIONS = { stream: '^[^$].*' } as const;
/** By their streams and not by their types: over HTTP, people write metadata of a stream with types as they like. */
export const STREAM_METADATA = { stream: '^\\$\\$[^$]' } as const;
export const STREAM_DELETIONS = { type: '^\\$streamDeleted$' } as const;

export type LogFilter = { readonly stream: string } | { readonly type: string };

/** What a subscription brings: an event, how far the server has looked, or that history is over. */
export type LogMessage = ReadEvent | { readonly lookedTo: bigint };

/** A subscription of the package, which takes objects of ours between its events. */
type LogSource = Readable & Pick<AllStreamSubscription, 'unsubscribe'>;

/** Emits `confirmation`, and is read as any readable stream in object mode; each object is given to `logMessage`. */
export interface LogStream {
  readonly source: Readable;
  /** For good; nothing more is emitted. */
  end(): void;
}

/** Events that the server looks through at once. With its own 32, passing over millions takes twice as long. */
const SEARCH_WINDOW = 1_000;

/** The server tells how far it has looked after so many windows. */
const CHECKPOINT_INTERVAL = 10;

const CAUGHT_UP = {};

interface ConnectionSettings {
  /** Of a node, `host:port`: it is not asked, whoever says that it leads. */
  readonly isDistrusted?: (node: string) => boolean;
  readonly onClose?: () => void;
}

export class ServerConnection {
  private readonly client: LeavableClient;
  private underWay = 0;
  private isLeft = false;
  private isClosed = false;

  constructor(
    address: Address,
    private readonly settings: ConnectionSettings = {},
  ) {
    this.client = new LeavableClient(address, settings.isDistrusted);
  }

  /** `host:port` of the node that was asked last; undefined: none was reached. */
  get node(): string | undefined {
    return this.client.node;
  }

  /** Every event is waited for, for so many milliseconds. Throws `StreamMissing` and the other failures of failures.ts. */
  readStream(stream: string, { from, most }: StreamRange, milliseconds: number): AsyncGenerator<ReadEvent> {
    const range =
      from === 'end'
        ? ({ direction: BACKWARDS, fromRevision: END } as const)
        : ({ direction: FORWARDS, fromRevision: BigInt(from) satisfies ReadRevision } as const);
    const open = () =>
      this.client.readStream(stream, {
        ...range,
        ...(most !== undefined && { maxCount: most }),
        requiresLeader: true,
      });
    return this.events(open, milliseconds);
  }

  /** The log, the system's events too; each is waited for, for so many milliseconds. Throws `NoEventThere` for a position of no event. */
  readLog({ direction, from, most }: LogRange, milliseconds: number): AsyncGenerator<ReadEvent> {
    const end = direction === FORWARDS ? START : END;
    const open = () =>
      this.client.readAll({
        direction,
        fromPosition: from === undefined ? end : { commit: from, prepare: from },
        maxCount: most,
        requiresLeader: true,
      });
    return this.events(open, milliseconds);
  }

  /** What the filter lets through, up to the log's end. While nothing is found, the server's checkpoints show that it is at work. */
  async *search(filter: LogFilter, milliseconds: number): AsyncGenerator<ReadEvent> {
    const open = () => {
      const source = this.subscription(filter, START, true);
      // Behind the events that have come before it.
      source.on('caughtUp', () => source.push(CAUGHT_UP));
      return Object.assign(source, { cancel: () => source.unsubscribe() });
    };
    for await (const found of this.messages(open, milliseconds)) {
      if (found === CAUGHT_UP) return;
      const message = logMessage(found);
      if (message && 'revision' in message) yield message;
    }
  }

  /** Events of applications behind a position, then live. */
  follow(after: number): LogStream {
    this.begin();
    const source = this.subscription(OF_APPLICATIONS, behind(after), false);
    let isOver = false;
    return {
      source,
      end: () => {
        if (isOver) return;
        isOver = true;
        this.endReading(source, () => source.unsubscribe());
      },
    };
  }

  /** Throws the failures of failures.ts; after `NoTimelyAnswer` and a broken connection it may have been written. */
  async append({ stream, expected, events }: StreamAppend, milliseconds: number): Promise<AppendAnswer> {
    this.begin();
    try {
      const answer = this.client.appendToStream(stream, events.map(proposed), {
        expectedRevision: expected < 0 ? NO_STREAM : BigInt(expected),
        requiresLeader: true,
        // Ours ends first, so that what it says is said; this one ends the call.
        deadline: milliseconds + 1_000,
      });
      const { success, nextExpectedRevision, position } = await within(milliseconds, answer);
      return { isWritten: success, revision: Number(nextExpectedRevision), position: position?.commit };
    } catch (error) {
      throw asFailure(error);
    } finally {
      this.ended();
    }
  }

  /** Nothing new is asked through it; what is under way ends. */
  leave(): void {
    this.isLeft = true;
    this.closeIfIdle();
  }

  /** Whatever is under way fails. */
  close(): void {
    if (this.isClosed) return;
    this.isLeft = this.isClosed = true;
    this.client.close();
    this.settings.onClose?.();
  }

  private async *events(open: () => StreamingRead<unknown>, milliseconds: number): AsyncGenerator<ReadEvent> {
    // The package's type leaves out that it is a stream as any other.
    const reading = () => open() as unknown as ReadingOfClient;
    for await (const found of this.messages(reading, milliseconds)) {
      const event = readEvent(found as ResolvedEvent);
      if (event) yield event;
    }
  }

  /** The package emits failures without ending the stream, and knows no time limit for reading. */
  private async *messages(open: () => ReadingOfClient, milliseconds: number): AsyncGenerator<unknown> {
    this.begin();
    const reading = open();
    reading.on('error', () => {});
    const silence = setTimeout(() => reading.destroy(new NoTimelyAnswer(milliseconds)), milliseconds);
    try {
      for await (const message of reading) {
        silence.refresh();
        yield message;
      }
      // To the package, what was cancelled has simply ended.
      if (this.isClosed) throw new NoAnswer('the connection is closed');
    } catch (error) {
      throw asFailure(error);
    } finally {
      clearTimeout(silence);
      this.endReading(reading, () => reading.cancel());
    }
  }

  private subscription(filter: LogFilter, fromPosition: ReadPosition, requiresLeader: boolean): LogSource {
    const options = {
      maxSearchWindow: SEARCH_WINDOW,
      checkpointInterval: CHECKPOINT_INTERVAL,
      // In their order with the events: the package waits for this before it goes on.
      checkpointReached: (_: unknown, { commit }: { readonly commit: bigint }) =>
        void source.push({ lookedTo: commit }),
    };
    const packageFilter: Filter =
      'stream' in filter
        ? streamNameFilter({ regex: filter.stream, ...options })
        : eventTypeFilter({ regex: filter.type, ...options });
    const source = this.client.subscribeToAll({
      fromPosition,
      filter: packageFilter,
      requiresLeader,
    }) as unknown as LogSource;
    return source;
  }

  private endReading(reading: Readable, cancel: () => Promise<void>): void {
    reading.destroy();
    // Where it was never opened, that is its failure once more.
    cancel().catch(() => {});
    this.ended();
  }

  /** A call through a closed channel would end the process: the package leaves a rejection unhandled. */
  private begin(): void {
    if (this.isClosed) throw new NoAnswer('the connection is closed');
    this.underWay++;
  }

  private ended(): void {
    this.underWay--;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isLeft && this.underWay === 0) this.close();
  }
}

type ReadingOfClient = Readable & { cancel(): Promise<void> };

const behind = (position: number): ReadPosition =>
  position === 0 ? START : { commit: BigInt(position), prepare: BigInt(position) };

const proposed = ({ id, type, data, metadata }: StreamAppend['events'][number]) =>
  jsonEvent({ id, type, data: data as JSONType, metadata: metadata as JSONType });

/** undefined: it brings nothing of use. */
export function logMessage(found: unknown): LogMessage | undefined {
  const message = found as AllStreamResolvedEvent | { readonly lookedTo: bigint };
  return 'lookedTo' in message ? message : readEvent(message);
}

const NO_POSITION = 2n ** 64n - 1n;

/** undefined: a link whose event is gone. */
function readEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): ReadEvent | undefined {
  if (!event) return undefined;
  const { streamId, revision, id, type, isJson, data, metadata } = event;
  const commit = event.position?.commit;
  return {
    ...{ stream: streamId, revision: Number(revision), id, type, isJson, data, metadata },
    position: commit === NO_POSITION ? undefined : commit,
  };
}

/** Of the package's channel to a node (from gRPC), what is used. */
interface Channel {
  /** As `dns:host:port`. */
  getTarget(): string;
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(state: number, deadline: number, changed: () => void): void;
  close(): void;
}

const TRANSIENT_FAILURE = 3;

/**
 * A channel that is closed while it waits before it connects again connects all the same, and its socket stays open for ever
 * (grpc-js 1.14.7): such a one is closed as soon as it has left that state.
 */
function closeChannel(channel: Channel): void {
  const state = channel.getConnectivityState(false);
  if (state === TRANSIENT_FAILURE)
    channel.watchConnectivityState(state, Infinity, () => closeChannel(channel));
  else channel.close();
}

/** Of all connections of this process. */
let connectionsMade = 0;

/** Milliseconds; with -1, for never, the package takes the largest number there is. */
const NEVER = 2 ** 31 - 1;

/**
 * Three protected members of the package are replaced (test/event-store/eventstoredb/client.spec.ts holds what is relied on):
 * `supports`, so that appends do not share a call, whose end would end those of all clients of the process; `getChannel`, so that a
 * node which takes no connection is never a channel's, and the channel can be closed; `handleError`, which
 * closes the channel under other calls: leaving a connection is ours.
 */
class LeavableClient extends EventStoreDBClient {
  private channel: Channel | undefined;
  private isClosed = false;

  constructor(address: Address, isDistrusted: (node: string) => boolean = () => false) {
    super(...settingsOf(address));
    this.supports = async () => false;
    const { getChannel } = this;
    this.getChannel = async () => {
      if (this.isClosed) throw new NoAnswer('the connection is closed');
      const channel = await getChannel();
      this.channel = channel;
      if (this.isClosed) channel.close();
      else if (isDistrusted(this.node!))
        throw new NoAnswer(`${this.node} leads the cluster, and has just not answered`);
      await knock(endpointIn(this.node!));
      return channel;
    };
    this.handleError = async () => {};
  }

  get node(): string | undefined {
    return this.channel?.getTarget().replace(/^dns:(?:\/\/\/)?/, '');
  }

  close(): void {
    this.isClosed = true;
    void this.dispose();
    const { channel } = this;
    // What was begun just now is under way by then.
    if (channel) setImmediate(() => closeChannel(channel));
  }
}

function settingsOf(address: Address): ConstructorParameters<typeof EventStoreDBClient> {
  const {
    seeds,
    isCluster,
    discover,
    tls,
    credentials,
    connectionName,
    keepAliveInterval,
    keepAliveTimeout,
  } = address;
  const endpoints = seeds.map(packageEndpoint);
  const settings = {
    connectionName,
    keepAliveInterval,
    // Connections with the same settings share a socket (gRPC's pool of subchannels), also one that does not answer.
    keepAliveTimeout: keepAliveTimeout < 0 ? NEVER - connectionsMade++ : keepAliveTimeout + connectionsMade++,
    throwOnAppendFailure: false,
    ...{ maxDiscoverAttempts: 1, discoveryInterval: 0, gossipTimeout: GOSSIP_SECONDS },
  };
  const encryption = tls
    ? {
        ...(tls.authority && { rootCertificate: tls.authority }),
        ...(tls.own && { userCertFile: tls.own.certificate, userKeyFile: tls.own.key }),
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

/** The constructor has one signature for each kind of address; this stands for any. */
type ClusterSettings = ConstructorParameters<typeof EventStoreDBClient>[0];

/** For which one node is waited that is asked who leads. */
const GOSSIP_SECONDS = 2;

const packageEndpoint = ({ host, port }: Endpoint) => ({
  address: host.includes(':') ? `[${host}]` : host,
  port,
});
