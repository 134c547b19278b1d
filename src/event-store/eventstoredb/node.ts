// A connection to one node of EventStoreDB: calls go through it until it is left; it is closed once they have ended.
import type { ClientHttp2Stream } from 'node:http2';
import type { Address, ServerCredentials, Endpoint } from './address.js';
import { AppendStream, type PendingAppend } from './append-stream.js';
import { NodeConnection } from './connection.js';
import { framed } from './frames.js';
import { followAnswer, headersOf, type AnswerListener, type GrpcCall } from './grpc.js';
import type { StreamAppend } from './requests.js';

// An event of 16 MB may be written by other means than this one, and has to be readable.
const LARGEST_MESSAGE = 17 * 1024 * 1024;

const STREAMS = '/event_store.client.streams.Streams';

export class ClusterNode {
  private readonly connection: NodeConnection;
  private readonly appends = new AppendStream((answers) => this.openAppends(answers));
  private readonly headers: Readonly<Record<string, string>>;
  private under = 0;
  private isLeft = false;

  constructor(
    readonly endpoint: Endpoint,
    address: Address,
    private readonly onClose: () => void = () => {},
    named?: Endpoint,
  ) {
    this.connection = new NodeConnection(endpoint, address, named);
    this.headers = headersFor(address);
  }

  /** Throws where the connection has broken. */
  read(
    request: Uint8Array,
    { requiresLeader }: { readonly requiresLeader: boolean },
    answers: AnswerListener,
  ): GrpcCall {
    return this.call(`${STREAMS}/Read`, request, answers, requiresLeader);
  }

  /** Throws where the connection has broken. It is under way until it is forgotten. */
  append(events: StreamAppend): PendingAppend {
    const { answer, forget } = this.appends.append(events);
    this.under++;
    const ended = () => {
      forget();
      this.ended();
    };
    return { answer, forget: ended };
  }

  /** Throws where the connection has broken. */
  call(path: string, request: Uint8Array, answers: AnswerListener, requiresLeader = false): GrpcCall {
    const stream = this.request(path, requiresLeader);
    this.under++;
    stream.end(framed([request]));
    return followAnswer({ stream, largest: LARGEST_MESSAGE, over: () => this.ended() }, answers);
  }

  /** Nothing new is asked through it. */
  leave(): void {
    this.isLeft = true;
    this.closeIfIdle();
  }

  /** Whatever is under way fails. */
  close(): void {
    this.isLeft = true;
    this.connection.close();
    this.onClose();
  }

  private request(path: string, requiresLeader: boolean): ClientHttp2Stream {
    return this.connection.request({
      ...headersOf(path),
      ...this.headers,
      ...(requiresLeader && { 'requires-leader': 'true' }),
    });
  }

  /** It stays open, and is none that a node which was left would wait for. */
  private openAppends(answers: AnswerListener) {
    const stream = this.request(`${STREAMS}/BatchAppend`, true);
    const { cancel } = followAnswer({ stream, largest: LARGEST_MESSAGE, over: () => {} }, answers);
    return { send: (message: Uint8Array) => void stream.write(framed([message])), cancel };
  }

  private ended(): void {
    this.under--;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isLeft && this.under === 0) this.close();
  }
}

function headersFor({ connectionName, credentials }: Address): Readonly<Record<string, string>> {
  return {
    'connection-name': connectionName,
    ...(credentials && { authorization: basic(credentials) }),
  };
}

const basic = ({ username, password }: ServerCredentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export interface Cluster {
  /** The node to ask now. Connects when it is first used. */
  node(): Promise<ClusterNode>;
  /** After a call that failed in a way that another connection, or another node, may mend. */
  leave(node: ClusterNode, because: Error): void;
  /** Called whenever another connection is made: what is known of the log may be another log's. */
  onConnect(listener: () => void): void;
  close(): void;
}
