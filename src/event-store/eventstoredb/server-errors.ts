// Translates the server's errors, and decides which are transient and which call for a new connection.
import { AppendTooLarge, EventStoreUnavailable, MissingRight, StreamTruncated } from '../event-store.js';
import type { Endpoint } from './connection-string.js';
import {
  READ_ALL,
  describeMissingRight,
  isAnonymous,
  describeRightPublicly,
  describeUnknownUser,
  type ServerRight,
  type ServerIdentity,
} from './describe-missing-right.js';

/** Nothing was received in time: the call may have been executed. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** No answer from any node. */
export class AnswerTimeout extends NoAnswer {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${formatDuration(milliseconds)}`);
  }
}

/** The connection itself timed out. */
export class ConnectionTimeout extends AnswerTimeout {}

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

export class NotLeader extends Error {
  override readonly name = 'NotLeader';
  constructor(readonly leader: Endpoint) {
    super(`${leader.host}:${leader.port} leads the cluster`);
  }
}

export class AccessDenied extends Error {
  override readonly name: string = 'AccessDenied';
  /** The denied right; undefined: reading the log. */
  right?: ServerRight;
}

class UnknownUser extends AccessDenied {
  override readonly name = 'UnknownUser';
}

export class AppendSizeExceeded extends Error {
  override readonly name = 'AppendSizeExceeded';
  constructor(readonly limit: number | undefined) {
    super('too large');
  }
}

export class StreamDeleted extends Error {
  override readonly name = 'StreamDeleted';
}

export class NoEventAtPosition extends Error {
  override readonly name = 'NoEventAtPosition';
}

/** Any other refusal, which retrying does not change. */
class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** Daybook cannot use this log; the message says what to do. */
export class UnsupportedLog extends EventStoreUnavailable {
  override readonly name = 'UnsupportedLog';
  override readonly failure = 'unusable';
}

const SERVER_ERRORS = [
  NoAnswer,
  ServerUnavailable,
  NotLeader,
  AccessDenied,
  AppendSizeExceeded,
  StreamDeleted,
  NoEventAtPosition,
  ServerRefusal,
];

export const isServerError = (error: unknown): error is Error =>
  SERVER_ERRORS.some((kind) => error instanceof kind);

/** Retrying is safe, since event ids stay the same. */
export const isTransient = (error: unknown): error is NoAnswer | ServerUnavailable | NotLeader =>
  error instanceof NoAnswer || error instanceof ServerUnavailable || error instanceof NotLeader;

/** A connection to another node may work. */
export const shouldReconnect = (error: unknown): error is Error =>
  isTransient(error) && !(error instanceof ServerUnavailable && error.isServerResponse);

/** The package's own error with a `type`, or one of gRPC or Node. */
interface ClientError extends Error {
  readonly type?: string;
  /** A gRPC status, or a system error's name. */
  readonly code?: number | string;
  readonly leader?: { readonly address: string; readonly port: number };
  readonly maxAppendSize?: number;
}

const LARGEST_APPEND = /Maximum Append (?:Event )?Size of (\d+)/i;

const parseSizeLimit = (message: string) => Number(LARGEST_APPEND.exec(message)?.[1]) || undefined;

const toRefusal = ({ message }: ClientError) => new ServerRefusal(describeReason(message));
const toBusyError = ({ message }: ClientError) => new ServerUnavailable(describeReason(message), true);

/** Answered while the server starts, or a cluster lacks its majority. */
const NOT_READY = /Server Is (?:Not Ready|Too Busy)/;

const BY_TYPE: Readonly<Record<string, (error: ClientError) => Error>> = {
  'not-leader': ({ leader }) => new NotLeader({ host: leader!.address, port: leader!.port }),
  'access-denied': ({ code, message }) =>
    new (code === GRPC_STATUS.UNAUTHENTICATED ? UnknownUser : AccessDenied)(describeReason(message)),
  'stream-deleted': ({ message }) => new StreamDeleted(describeReason(message)),
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

/** The message of EventStoreDB 23.10, which gives no details. Other unknown errors may be transient. */
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
  [GRPC_STATUS.PERMISSION_DENIED]: ({ message }) => new AccessDenied(describeReason(message)),
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

/** Thrown by the client when reading a stream that does not exist. */
export const isStreamMissing = (thrown: unknown): boolean =>
  (Object(thrown) as ClientError).type === 'stream-not-found';

/** Shared calls report refusals without details; a separate call reports them in full. A broken call has a gRPC status instead. */
export function isAbbreviatedRefusal(thrown: unknown): boolean {
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

export const NOT_TLS = 'what it answers is not TLS';

/** For people: one line, without technical detail. */
function describeReason(message: string): string {
  if (OPENSSL_ERROR.test(message)) return NOT_TLS;
  if (/^Failed to discover/.test(message)) return 'no node of the cluster says who leads it';
  return (
    message
      .replace(/^\d+ [A-Z_]+: /, '')
      .replace(/^Received HTTP status code (\d+).*/s, 'it answers as a web server does, with status $1')
      .replace(/^No connection established\. Last error: /, '')
      .replace(/ ?Resolution note: .*$/s, '')
      // A timestamp would make each repetition a new text.
      .replace(/ ?\(\d{4}-\d\d-\d\dT[\d:.]+Z\)/g, '')
      .replace(/^(?:\w*Error(?: \[\w+\])?: )+/, '')
      .replace(
        /^(?:Connection dropped|Stream closed with error code|Received RST_STREAM|Channel has been shut down|Failed to connect).*/s,
        'the connection broke',
      )
      .replace(/^Keepalive.*|^Ping timeout.*/s, 'the connection has fallen silent')
      .replace(/\s+/g, ' ')
      .replace(/\.? ?$/, '')
  );
}

/** Records the right on `AccessDenied`. The outermost call wins, as it knows most. */
export async function withRequiredRight<T>(right: ServerRight, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccessDenied) error.right = right;
    throw error;
  }
}

interface FailureContext extends ServerIdentity {
  readonly stream?: string;
  /** What happened to the data that was to be written. */
  readonly outcome?: string;
}

/** Returns the port's error, or the same error where it is not the server's. */
export function translateServerError(error: unknown, context: FailureContext): unknown {
  if (!isServerError(error)) return error;
  const { displayUrl, stream = 'a stream', outcome = '' } = context;
  const { message } = error as Error;
  const cause = { cause: error };
  if (error instanceof AppendSizeExceeded) return new AppendTooLarge(error.limit, cause);
  if (error instanceof StreamDeleted)
    return new StreamTruncated(stream, 'it was deleted for good (tombstone)', cause);
  if (error instanceof AccessDenied)
    return new MissingRight(
      `${describeDenial(error, context)} ${outcome}`.trimEnd(),
      describeRightPublicly(error.right),
      cause,
    );
  const why =
    error instanceof ServerRefusal ? `refuses what it is asked (${message})` : `does not answer (${message})`;
  return new EventStoreUnavailable(`EventStoreDB at ${displayUrl} ${why}. ${outcome}`.trimEnd(), cause);
}

export const describeDenial = (error: AccessDenied, server: ServerIdentity): string =>
  error instanceof UnknownUser || isAnonymous(server)
    ? describeUnknownUser(server)
    : describeMissingRight(server, error.right ?? READ_ALL);
