// A small EventStoreDB in this process, reached by the official client over a real socket.
import { Server, ServerCredentials } from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAccess, type Deed } from './access-control.js';
import { createFaults, type Fault } from './inject-faults.js';
import { gossipService, serverFeaturesService } from './gossip-service.js';
import { Log } from './in-memory-log.js';
import type { AppendCalls } from './refusals.js';
import { streamsService } from './streams-service.js';

export interface EventStoreDbServer {
  /** As in DAYBOOK_EVENTS. */
  readonly url: string;
  readonly port: number;
  readonly log: Log;
  /** Events sent to readers so far. */
  readonly sent: () => number;
  /** Appending calls so far. */
  readonly appendCalls: () => Readonly<AppendCalls>;
  /** Cuts every connection; the log stays. */
  vanish(): Promise<void>;
  /** On the same port. */
  comeBack(): Promise<void>;
  stop(): Promise<void>;
  /** `times`: calls; default: all until `heal`. */
  fail(fault: Fault, times?: number): void;
  /** Resolves once every requested fault has happened. */
  met(): Promise<void>;
  heal(): void;
  /** `$all`: the log; no stream: any stream of applications. */
  forbid(deed: Deed, stream?: string): void;
  allow(): void;
}

export interface EventStoreDbSettings {
  /** Required of every call, as in a URL: `name:password`. */
  readonly credentials?: string;
  /** With the self-signed certificate `certificates/ca.pem` for localhost. */
  readonly tls?: boolean;
  /** Default: this node leads. */
  readonly leader?: () => number;
  /** Shared with another node of the cluster. */
  readonly log?: Log;
  /** Simulates a log that has grown long before. */
  readonly firstPosition?: number;
  /** Up to version 22.2, stream reads returned no positions. */
  readonly withoutPositions?: boolean;
  /** Bytes; 1 MiB, as real ones up to version 24.10. */
  readonly maxAppendSize?: number;
  /** Bytes with metadata and type, since 24.10.4; older servers count the data alone. */
  readonly maxEventSize?: number;
  /** Bytes; a larger message ends its call; default: any. Real servers allow 16 MiB. */
  readonly maxMessageSize?: number;
}

export async function startEventStoreDb(settings: EventStoreDbSettings = {}): Promise<EventStoreDbServer> {
  const log = settings.log ?? new Log(settings.firstPosition);
  const faults = createFaults();
  const access = createAccess();
  const sockets = new Set<Socket>();
  // In the middle of a call, Node would free what it is still reading (nodejs/node#64113, #64850).
  const cut = () => void setImmediate(() => sockets.forEach((socket) => socket.destroy()));
  const appendCalls: AppendCalls = { own: 0, shared: 0 };
  let sent = 0;

  const grpc = new Server({
    'grpc.max_receive_message_length': settings.maxMessageSize ?? -1,
    'grpc.max_send_message_length': -1,
  });
  // Our own sockets, so that they can be cut as by a broken network.
  const injector = grpc.createConnectionInjector(
    settings.tls ? overTls() : ServerCredentials.createInsecure(),
  );
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    injector.injectConnection(socket);
  });
  const listen = async (port: number) => {
    listener.listen(port, '127.0.0.1');
    await once(listener, 'listening');
  };

  await listen(0);
  const { port } = listener.address() as AddressInfo;
  const leader = settings.leader ?? (() => port);
  grpc.addService(gossip.GossipService, gossipService(port, leader));
  grpc.addService(features.ServerFeaturesService, serverFeaturesService());
  grpc.addService(
    streams.StreamsService,
    streamsService({
      log,
      faults,
      access,
      cut,
      port,
      leader,
      credentials: settings.credentials,
      withoutPositions: settings.withoutPositions === true,
      maxAppendSize: settings.maxAppendSize ?? 1_048_576,
      maxEventSize: settings.maxEventSize,
      sent: () => sent++,
      appendCalls,
    }),
  );

  const vanish = async () => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    cut();
    await closed;
  };
  return {
    url: settings.tls
      ? `kurrentdb://localhost:${port}?tlsCAFile=${encodeURIComponent(certificate('ca.pem'))}`
      : `kurrentdb://127.0.0.1:${port}?tls=false`,
    port,
    log,
    sent: () => sent,
    appendCalls: () => ({ ...appendCalls }),
    vanish,
    comeBack: () => listen(port),
    async stop() {
      await vanish();
      grpc.forceShutdown();
    },
    fail: faults.fail,
    met: faults.met,
    heal: faults.heal,
    forbid: access.forbid,
    allow: access.allow,
  };
}

const certificate = (name: string): string =>
  fileURLToPath(new URL(`./certificates/${name}`, import.meta.url));

// Valid until 2120, and trusted by nothing else.
const overTls = (): ServerCredentials =>
  ServerCredentials.createSsl(null, [
    {
      private_key: readFileSync(certificate('server.key')),
      cert_chain: readFileSync(certificate('server.pem')),
    },
  ]);
