// A connection to one node of EventStoreDB: calls go through it until it is left; it is closed once they have ended.
import {
  Metadata,
  type ClientReadableStream,
  type ClientWritableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import services from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js';
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import type { Address, Credentials, Endpoint } from './address.js';
import { Sockets } from './sockets.js';

export type ReadCall = ClientReadableStream<messages.ReadResp>;
export type AppendCall = ClientWritableStream<messages.AppendReq>;

// An event of 16 MB may be written by other means than this one, and has to be readable.
const LARGEST_MESSAGE = 17 * 1024 * 1024;

export const channelOptions = (address: Address) => ({
  ...(address.keepAliveInterval > 0 && { 'grpc.keepalive_time_ms': address.keepAliveInterval }),
  ...(address.keepAliveTimeout > 0 && { 'grpc.keepalive_timeout_ms': address.keepAliveTimeout }),
  'grpc.max_receive_message_length': LARGEST_MESSAGE,
  // Else a new connection to the same node would be the old one again, stuck or not.
  'grpc.use_local_subchannel_pool': 1,
});

export class Node {
  private readonly sockets: Sockets;
  private readonly client: InstanceType<typeof services.StreamsClient>;
  private under = 0;
  private isLeft = false;

  constructor(
    readonly endpoint: Endpoint,
    private readonly address: Address,
    private readonly onClose: () => void,
  ) {
    this.sockets = new Sockets(address.tls, endpoint);
    this.client = new services.StreamsClient(inUri(endpoint), this.sockets, channelOptions(address));
  }

  read(request: messages.ReadReq, asked: { readonly requiresLeader: boolean }): ReadCall {
    return this.counted(this.client.read(request, metadataOf(this.address, asked)));
  }

  append(answer: (error: ServiceError | null, response: messages.AppendResp) => void): AppendCall {
    this.under++;
    return this.client.append(metadataOf(this.address, { requiresLeader: true }), (error, response) => {
      this.ended();
      answer(error, response);
    });
  }

  /** Nothing new is asked through it. */
  leave(): void {
    this.isLeft = true;
    this.closeIfIdle();
  }

  /** Whatever is under way fails. */
  close(): void {
    this.isLeft = true;
    this.client.close();
    this.sockets.close();
    this.onClose();
  }

  private counted(call: ReadCall): ReadCall {
    this.under++;
    return call.once('status', () => this.ended());
  }

  private ended(): void {
    this.under--;
    this.closeIfIdle();
  }

  private closeIfIdle(): void {
    if (this.isLeft && this.under === 0) this.close();
  }
}

export const inUri = ({ host, port }: Endpoint): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

export function metadataOf(
  { connectionName, credentials }: Pick<Address, 'connectionName' | 'credentials'>,
  { requiresLeader = false }: { readonly requiresLeader?: boolean } = {},
): Metadata {
  const metadata = new Metadata();
  metadata.set('connection-name', connectionName);
  if (requiresLeader) metadata.set('requires-leader', 'true');
  if (credentials) metadata.set('authorization', basic(credentials));
  return metadata;
}

const basic = ({ username, password }: Credentials): string =>
  `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
