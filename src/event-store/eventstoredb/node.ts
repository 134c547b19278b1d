// A connection to one node of EventStoreDB: calls go through it until it is left; it is closed once they have ended.
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { Address, Credentials, Endpoint } from './address.js';
import { Connection } from './connection.js';
import { framed } from './frames.js';
import { follow, headersOf, type Answers, type Call } from './grpc.js';

// An event of 16 MB may be written by other means than this one, and has to be readable.
const LARGEST_MESSAGE = 17 * 1024 * 1024;

const STREAMS = '/event_store.client.streams.Streams';

interface Message {
  serializeBinary(): Uint8Array;
}

export class Node {
  private readonly connection: Connection;
  private under = 0;
  private isLeft = false;

  constructor(
    readonly endpoint: Endpoint,
    private readonly address: Address,
    private readonly onClose: () => void = () => {},
    named?: Endpoint,
  ) {
    this.connection = new Connection(endpoint, address, named);
  }

  /** Throws where the connection has broken. */
  read(
    request: messages.ReadReq,
    { requiresLeader }: { readonly requiresLeader: boolean },
    answers: Answers,
  ): Call {
    return this.call(`${STREAMS}/Read`, [request], answers, requiresLeader);
  }

  /** Throws where the connection has broken. */
  append(requests: readonly messages.AppendReq[], answers: Answers): Call {
    return this.call(`${STREAMS}/Append`, requests, answers, true);
  }

  /** Throws where the connection has broken. */
  call(path: string, requests: readonly Message[], answers: Answers, requiresLeader = false): Call {
    const stream = this.connection.request({
      ...headersOf(path),
      ...headersFor(this.address),
      ...(requiresLeader && { 'requires-leader': 'true' }),
    });
    this.under++;
    stream.end(framed(requests.map((each) => each.serializeBinary())));
    return follow({ stream, largest: LARGEST_MESSAGE, over: () => this.ended() }, answers);
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

const basic = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;

export interface Cluster {
  /** The node to ask now. Connects when it is first used. */
  node(): Promise<Node>;
  /** After a call that failed in a way that another connection, or another node, may mend. */
  leave(node: Node, because: Error): void;
  /** Called whenever another connection is made: what is known of the log may be another log's. */
  onConnect(listener: () => void): void;
  close(): void;
}
