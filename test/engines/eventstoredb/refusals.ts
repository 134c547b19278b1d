import { Metadata, type ServerWritableStream, status } from '@grpc/grpc-js';
import type messages from '@eventstore/db-client/generated/streams_pb.js';
import type { Access } from './access-control.js';
import type { Faults } from './inject-faults.js';
import type { Log } from './in-memory-log.js';
import { streamName } from './append-messages.js';

export interface AppendCalls {
  /** Calls of one append. */
  own: number;
  /** Calls of several appends. */
  shared: number;
}

export interface Service {
  readonly log: Log;
  readonly faults: Faults;
  readonly access: Access;
  /** Cuts every connection, as a broken network does. */
  readonly cut: () => void;
  readonly port: number;
  readonly leader: () => number;
  readonly credentials: string | undefined;
  readonly withoutPositions: boolean;
  /** Bytes. */
  readonly maxAppendSize: number;
  /** Bytes; undefined: a server before 24.10.4. */
  readonly maxEventSize: number | undefined;
  /** For every event sent to a reader. */
  readonly sent: () => void;
  readonly appendCalls: AppendCalls;
}

/** Milliseconds of a slow answer. */
export const SLOW = 150;

export type ReadCall = ServerWritableStream<messages.ReadReq, messages.ReadResp>;

export const deleted = (stream: string) =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

export function refusal(code: status, details: string, trailers: Record<string, string> = {}): Error {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

/** As the real one, in the trailers: a caller without a name has no rights. */
export function refuseStrangers({ credentials }: Service, request: Metadata): void {
  if (credentials === undefined) return;
  const [given] = request.get('authorization');
  if (given === undefined) throw accessDenied();
  if (given !== `Basic ${Buffer.from(credentials).toString('base64')}`)
    throw refusal(status.UNAUTHENTICATED, 'Unauthenticated');
}

export const accessDenied = () =>
  refusal(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });

export const notReady = () => refusal(status.UNAVAILABLE, 'Server Is Not Ready');

export const requiresLeader = (request: Metadata): boolean =>
  request.get('requires-leader')[0]?.toString().toLowerCase() === 'true';

/** As the real one, in the trailers. */
export function mustLead({ faults, leader, port }: Service, request: Metadata): void {
  const elsewhere = leader() !== port || faults.take('not leader');
  if (elsewhere && requiresLeader(request))
    throw refusal(status.NOT_FOUND, 'Leader info available', {
      exception: 'not-leader',
      'leader-endpoint-host': '127.0.0.1',
      'leader-endpoint-port': String(leader()),
    });
}

/** As the real one, in the trailers. */
export function mayRead({ access }: Service, options: messages.ReadReq.Options): void {
  const stream = options.hasStream() ? streamName(options.getStream()!.getStreamIdentifier()) : '$all';
  const isMetadata = stream.startsWith('$$');
  const may = access.may(isMetadata ? 'read metadata' : 'read', isMetadata ? stream.slice(2) : stream);
  if (!may) throw accessDenied();
}
