import { EventStoreDBClient, type AppendResult } from '@eventstore/db-client';
import { closeGrpcChannel, type GrpcChannel } from './close-grpc-channel.js';
import type { ServerEndpoint, ServerAddress } from './connection-string.js';
import { parseEndpoint, probeClusterNode } from './probe-cluster-node.js';
import { ServerUnresponsive } from './server-errors.js';
import { SharedAppendCall } from './shared-append-call.js';

let connectionCount = 0;

/** Milliseconds. */
const KEEP_ALIVE_DISABLED_MS = 2 ** 31 - 1_001;

/** Overrides protected members (tested in grpc-client.spec.ts): `supports` decides on shared calls, `GRPCStreamCreator` makes them endable, `getChannel` probes nodes, `handleError` must not close the channel. */
export class ClosableEventStoreDbClient extends EventStoreDBClient {
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
        throw new ServerUnresponsive(`${this.node} leads the cluster, and has just not answered`);
      await probeClusterNode(parseEndpoint(this.node!));
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

  /** A call on a closed channel throws outside the package's error handling and ends the process. */
  assertOpen(): void {
    if (this.isClosed) throw new ServerUnresponsive('the connection is closed');
  }

  get node(): string | undefined {
    return this.channel?.getTarget().replace(/^dns:(?:\/\/\/)?/, '');
  }

  close(): void {
    this.isClosed = true;
    // The channel is closed in any case.
    this.dispose().catch(() => {});
    const { channel } = this;
    if (channel) setImmediate(() => closeGrpcChannel(channel));
  }
}

function toClientSettings(address: ServerAddress): ConstructorParameters<typeof EventStoreDBClient> {
  const { isCluster, discover, tls, credentials, keepAliveTimeout } = address;
  const endpoints = address.seeds.map(toPackageEndpoint);
  const settings = {
    connectionName: address.connectionName,
    keepAliveInterval: address.keepAliveInterval,
    // Connections with equal settings share a socket (gRPC's subchannel pool), even an unresponsive one.
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

/** All constructor signatures, one per kind of address. */
type ClusterSettings = ConstructorParameters<typeof EventStoreDBClient>[0];

/** Time the client waits for a node to name the leader. */
const GOSSIP_SECONDS = 2;

const toPackageEndpoint = ({ host, port }: ServerEndpoint) => ({
  address: host.includes(':') ? `[${host}]` : host,
  port,
});
