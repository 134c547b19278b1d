// A small EventStoreDB in this process, on 127.0.0.1: the official client talks to it over a real socket.
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
  /** Calls so far that appended: calls of one append, and calls of any number. */
  readonly appendCalls: () => Readonly<AppendCalls>;
  /** Stops listening and cuts every connection; the log stays. */
  vanish(): Promise<void>;
  /** On the same port. */
  comeBack(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
  /** The next calls that it can happen to (so many; default: all until `heal`) meet this. */
  fail(fault: Fault, times?: number): void;
  /** Once every fault that was asked for has happened. */
  met(): Promise<void>;
  heal(): void;
  /** Access control: from now on nobody may do this to the stream (`$all`: the log), or to any of applications. */
  forbid(deed: Deed, stream?: string): void;
  /** Everything is allowed again. */
  allow(): void;
}

export interface EventStoreDbSettings {
  /** Only calls that bring these are answered; as in a URL: `name:password`. */
  readonly credentials?: string;
  /** Over TLS, with a certificate for localhost that nobody knows: `certificates/ca.pem`. */
  readonly tls?: boolean;
  /** Where the cluster's leader is; default: this is it. */
  readonly leader?: () => number;
  /** Of another node of the same cluster. */
  readonly log?: Log;
  /** Where the log begins: it may have grown long before. */
  readonly firstPosition?: number;
  /** Up to version 22.2, events of a stream came without their positions. */
  readonly withoutPositions?: boolean;
  /** Bytes that one append may weigh; 1 MiB, as real ones have it up to version 24.10. */
  readonly maxAppendSize?: number;
  /** Bytes that one event may weigh, its metadata and type included: a server from 24.10.4 on; older ones count the data alone. */
  readonly maxEventSize?: number;
  /** Bytes that one message may have: a larger one ends its call; default: any. Real ones have it at 16 MiB. */
  readonly maxMessageSize?: number;
}

export async function startEventStoreDb(settings: EventStoreDbSettings = {}): Promise<EventStoreDbServer> {
  const log = settings.log ?? new Log(settings.firstPosition);
  const faults = createFaults();
  const access = createAccess();
  const sockets = new Set<Socket>();
  // Not in the middle of a call: what Node is still reading there would be freed (nodejs/node#64113, #64850).
  const cut = () => void setImmediate(() => sockets.forEach((socket) => socket.destroy()));
  const appendCalls: AppendCalls = { own: 0, shared: 0 };
  let sent = 0;

  const grpc = new Server({
    'grpc.max_receive_message_length': settings.maxMessageSize ?? -1,
    'grpc.max_send_message_length': -1,
  });
  // The sockets are ours, so that they can be cut as a broken network cuts them.
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

// Made for these tests alone, and valid until 2120. Nobody trusts it who is not told to.
const overTls = (): ServerCredentials =>
  ServerCredentials.createSsl(null, [
    {
      private_key: readFileSync(certificate('server.key')),
      cert_chain: readFileSync(certificate('server.pem')),
    },
  ]);
