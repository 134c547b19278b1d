import {
  AppendTooLarge,
  EventStoreUnavailable,
  EventStoreRightMissing,
  StreamTruncatedError,
} from '../event-store.js';
import type { ServerEndpoint } from './connection-string.js';
import {
  READ_ALL_RIGHT,
  describeMissingRight,
  isAnonymousServerUser,
  describeRightPublicly,
  describeUnknownServerUser,
  type ServerRight,
  type ServerAccount,
} from './describe-missing-right.js';

/** The call may have been executed. */
export class ServerUnresponsive extends Error {
  override readonly name = 'NoAnswer';
}

export class ServerTimeout extends ServerUnresponsive {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${formatDuration(milliseconds)}`);
  }
}

export class ConnectionTimeout extends ServerTimeout {}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable';
  constructor(
    message: string,
    readonly isServerResponse: boolean,
  ) {
    super(message);
  }
}

export class NodeNotLeader extends Error {
  override readonly name = 'NotLeader';
  constructor(readonly leader: ServerEndpoint) {
    super(`${leader.host}:${leader.port} leads the cluster`);
  }
}

export class ServerAccessDenied extends Error {
  override readonly name: string = 'AccessDenied';
  right?: ServerRight;
}

class UnknownUser extends ServerAccessDenied {
  override readonly name = 'UnknownUser';
}

export class AppendSizeExceeded extends Error {
  override readonly name = 'AppendSizeExceeded';
  constructor(readonly limit: number | undefined) {
    super('too large');
  }
}

export class StreamDeletedError extends Error {
  override readonly name = 'StreamDeleted';
}

export class NoEventAtPosition extends Error {
  override readonly name = 'NoEventAtPosition';
}

class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

export class UnsupportedEventLog extends EventStoreUnavailable {
  override readonly name = 'UnsupportedLog';
  override readonly kind = 'unusable';
}

const SERVER_ERRORS = [
  ServerUnresponsive,
  ServerUnavailable,
  NodeNotLeader,
  ServerAccessDenied,
  AppendSizeExceeded,
  StreamDeletedError,
  NoEventAtPosition,
  ServerRefusal,
];

export const isServerError = (error: unknown): error is Error =>
  SERVER_ERRORS.some((kind) => error instanceof kind);

/** Retrying is safe, since event ids stay the same. */
export const isTransientServerError = (
  error: unknown,
): error is ServerUnresponsive | ServerUnavailable | NodeNotLeader =>
  error instanceof ServerUnresponsive || error instanceof ServerUnavailable || error instanceof NodeNotLeader;

/** A connection to another node may work. */
export const shouldReconnect = (error: unknown): error is Error =>
  isTransientServerError(error) && !(error instanceof ServerUnavailable && error.isServerResponse);

interface ClientError extends Error {
  readonly type?: string;
  readonly code?: number | string;
  readonly leader?: { readonly address: string; readonly port: number };
  readonly maxAppendSize?: number;
}

const LARGEST_APPEND = /Maximum Append (?:Event )?Size of (\d+)/i;

const parseSizeLimit = (message: string) => Number(LARGEST_APPEND.exec(message)?.[1]) || undefined;

const toRefusal = ({ message }: ClientError) => new ServerRefusal(describeReason(message));
const toBusyError = ({ message }: ClientError) => new ServerUnavailable(describeReason(message), true);

/** While the server starts, or a cluster lacks its majority. */
const NOT_READY = /Server Is (?:Not Ready|Too Busy)/;

const BY_TYPE: Readonly<Record<string, (error: ClientError) => Error>> = {
  'not-leader': ({ leader }) => new NodeNotLeader({ host: leader!.address, port: leader!.port }),
  'access-denied': ({ code, message }) =>
    new (code === GRPC_STATUS.UNAUTHENTICATED ? UnknownUser : ServerAccessDenied)(describeReason(message)),
  'stream-deleted': ({ message }) => new StreamDeletedError(describeReason(message)),
  'maximum-append-size-exceeded': ({ maxAppendSize, message }) =>
    new AppendSizeExceeded(maxAppendSize || parseSizeLimit(message)),
};

/** https://grpc.io/docs/guides/status-codes/ */
const GRPC_STATUS = {
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  NOT_FOUND: 5,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  UNIMPLEMENTED: 12,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

/** EventStoreDB 23.10 gives no details. */
const NOT_AT_AN_EVENT = /Unexpected ReadAllResult: Error/;

const fromUnknownStatus = ({ message }: ClientError) =>
  NOT_AT_AN_EVENT.test(message)
    ? new NoEventAtPosition(describeReason(message))
    : new ServerUnavailable(describeReason(message), false);

const fromUnavailableStatus = (error: ClientError) =>
  NOT_READY.test(error.message)
    ? toBusyError(error)
    : new ServerUnavailable(describeReason(error.message), false);

const BY_CODE: Readonly<Partial<Record<number, (error: ClientError) => Error>>> = {
  [GRPC_STATUS.PERMISSION_DENIED]: ({ message }) => new ServerAccessDenied(describeReason(message)),
  [GRPC_STATUS.UNAUTHENTICATED]: ({ message }) => new UnknownUser(describeReason(message)),
  [GRPC_STATUS.RESOURCE_EXHAUSTED]: ({ message }) => new AppendSizeExceeded(parseSizeLimit(message)),
  [GRPC_STATUS.INVALID_ARGUMENT]: (error) =>
    parseSizeLimit(error.message) === undefined
      ? toRefusal(error)
      : new AppendSizeExceeded(parseSizeLimit(error.message)),
  [GRPC_STATUS.UNIMPLEMENTED]: toRefusal,
  [GRPC_STATUS.FAILED_PRECONDITION]: toRefusal,
  [GRPC_STATUS.ABORTED]: toBusyError,
  [GRPC_STATUS.NOT_FOUND]: toBusyError,
  [GRPC_STATUS.UNAVAILABLE]: fromUnavailableStatus,
  [GRPC_STATUS.UNKNOWN]: fromUnknownStatus,
};

export const isStreamMissingError = (thrown: unknown): boolean =>
  (Object(thrown) as ClientError).type === 'stream-not-found';

/** Shared calls report refusals without details; a separate call reports them in full. */
export function isAbbreviatedAccessDenial(thrown: unknown): boolean {
  const { type, code } = Object(thrown) as ClientError;
  return type !== undefined && type !== 'wrong-expected-version' && code === undefined;
}

export function toServerError(thrown: unknown): Error {
  if (isServerError(thrown)) return thrown;
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as ClientError;
  const kind =
    BY_TYPE[error.type ?? ''] ?? (typeof error.code === 'number' ? BY_CODE[error.code] : undefined);
  return kind ? kind(error) : new ServerUnavailable(describeReason(error.message), false);
}

/** OpenSSL's error for an answer without TLS. */
const OPENSSL_ERROR = /SSL routines:.*(?:wrong.version.number|packet.length|unknown.protocol|http.request)/i;

export const NOT_TLS_REASON = 'what it answers is not TLS';

function describeReason(message: string): string {
  if (OPENSSL_ERROR.test(message)) return NOT_TLS_REASON;
  if (/^Failed to discover/.test(message)) return 'no node of the cluster says who leads it';
  return message
    .replace(/^\d+ [A-Z_]+: /, '')
    .replace(/^Received HTTP status code (\d+).*/s, 'it answers as a web server does, with status $1')
    .replace(/^No connection established\. Last error: /, '')
    .replace(/ ?Resolution note: .*$/s, '')
    .replace(/ ?\(\d{4}-\d\d-\d\dT[\d:.]+Z\)/g, '')
    .replace(/^(?:\w*Error(?: \[\w+\])?: )+/, '')
    .replace(
      /^(?:Connection dropped|Stream closed with error code|Received RST_STREAM|Channel has been shut down|Failed to connect).*/s,
      'the connection broke',
    )
    .replace(/^Keepalive.*|^Ping timeout.*/s, 'the connection has fallen silent')
    .replace(/\s+/g, ' ')
    .replace(/\.? ?$/, '');
}

/** Records the right on `ServerAccessDenied`; the outermost call wins. */
export async function attachRequiredRightToDenial<T>(right: ServerRight, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServerAccessDenied) error.right = right;
    throw error;
  }
}

interface FailureContext extends ServerAccount {
  readonly stream?: string;
  /** Of the data that was to be written. */
  readonly outcome?: string;
}

/** Returns the same error where it is not the server's. */
export function translateServerError(error: unknown, context: FailureContext): unknown {
  if (!isServerError(error)) return error;
  const { displayUrl, stream = 'a stream', outcome = '' } = context;
  const { message } = error as Error;
  const cause = { cause: error };
  if (error instanceof AppendSizeExceeded) return new AppendTooLarge(error.limit, cause);
  if (error instanceof StreamDeletedError)
    return new StreamTruncatedError(stream, 'it was deleted for good (tombstone)', cause);
  if (error instanceof ServerAccessDenied)
    return new EventStoreRightMissing(
      `${describeAccessDenial(error, context)} ${outcome}`.trimEnd(),
      describeRightPublicly(error.right),
      cause,
    );
  const why =
    error instanceof ServerRefusal ? `refuses what it is asked (${message})` : `does not answer (${message})`;
  return new EventStoreUnavailable(`EventStoreDB at ${displayUrl} ${why}. ${outcome}`.trimEnd(), cause);
}

export const describeAccessDenial = (error: ServerAccessDenied, server: ServerAccount): string =>
  error instanceof UnknownUser || isAnonymousServerUser(server)
    ? describeUnknownServerUser(server)
    : describeMissingRight(server, error.right ?? READ_ALL_RIGHT);
