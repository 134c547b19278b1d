// Names the server's failures in our words, and knows which of them may pass, and which another connection may mend.
import { AppendTooLarge, EventStoreUnavailable, LackingRight, StreamTruncated } from '../event-store.js';
import type { Endpoint } from './connection-string.js';
import {
  READ_ALL,
  describeMissingRight,
  isAnonymous,
  describeRightPublicly,
  describeUnknownUser,
  type Right,
  type ServerIdentity,
} from './describe-missing-right.js';

/** Nothing was heard for so long: the call may have been heard, and may still be answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Not a word, of whoever it was asked. */
export class AnswerTimeout extends NoAnswer {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${formatDuration(milliseconds)}`);
  }
}

/** Not even a connection is taken. */
export class ConnectionTimeout extends AnswerTimeout {}

const formatDuration = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The connection broke, or the server cannot do it just now. */
export class ServerUnavailable extends Error {
  override readonly name = 'ServerUnavailable';
  constructor(
    message: string,
    /** true: the server is there, and says so. */
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
  /** What was not let; undefined: to read the log. */
  right?: Right;
}

/** Nobody there has this name and this password. */
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

/** No event begins at the position: it is one of another log. */
export class NoEventAtPosition extends Error {
  override readonly name = 'NoEventAtPosition';
}

/** Whatever else the server will not do, also when it is asked again. */
class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** The log there cannot be Daybook's as it is; the message says what to do. */
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

/** Everything a network or a cluster may do: asking again is harmless, since event ids stay the same. */
export const isTransient = (error: unknown): error is NoAnswer | ServerUnavailable | NotLeader =>
  error instanceof NoAnswer || error instanceof ServerUnavailable || error instanceof NotLeader;

/** Another connection, which may lead to another node, may do better. */
export const shouldReconnect = (error: unknown): error is Error =>
  isTransient(error) && !(error instanceof ServerUnavailable && error.isServerResponse);

/** What the package throws: an error of its own with a `type`, or one of gRPC or Node. */
interface ClientError extends Error {
  readonly type?: string;
  /** A status of gRPC, or the name of an error of the system. */
  readonly code?: number | string;
  readonly leader?: { readonly address: string; readonly port: number };
  readonly maxAppendSize?: number;
}

const LARGEST_APPEND = /Maximum Append (?:Event )?Size of (\d+)/i;

const parseSizeLimit = (message: string) => Number(LARGEST_APPEND.exec(message)?.[1]) || undefined;

const toRefusal = ({ message }: ClientError) => new ServerRefusal(describeReason(message));
/** It is there, and says that it cannot just now. */
const toBusyError = ({ message }: ClientError) => new ServerUnavailable(describeReason(message), true);

/** So a server says that it is there, but cannot just now: while it starts, and where a cluster lacks its majority. */
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

/** In the words of a genuine 23.10, which tells no more. Where something else is wrong inside the server, it may pass. */
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

/** Of what the client throws where a stream is read that is not there. */
export const isStreamMissing = (thrown: unknown): boolean =>
  (Object(thrown) as ClientError).type === 'stream-not-found';

/** Of what an append through a shared call is refused with: a call of its own is told more. What breaks a call has a status of gRPC. */
export function isAbbreviatedRefusal(thrown: unknown): boolean {
  const { type, code } = Object(thrown) as ClientError;
  return type !== undefined && type !== 'wrong-expected-version' && code === undefined;
}

/** What a call failed with, in our kinds. */
export function toServerError(thrown: unknown): Error {
  if (isServerError(thrown)) return thrown;
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as ClientError;
  const kind =
    BY_TYPE[error.type ?? ''] ?? (typeof error.code === 'number' ? BY_CODE[error.code] : undefined);
  return kind ? kind(error) : new ServerUnavailable(describeReason(error.message), false);
}

/** What a server without TLS answers with is nothing that OpenSSL understands. */
const OPENSSL_ERROR = /SSL routines:.*(?:wrong.version.number|packet.length|unknown.protocol|http.request)/i;

export const NOT_TLS = 'what it answers is not TLS';

/** In words for people: on one line, without what only programmers read. */
function describeReason(message: string): string {
  if (OPENSSL_ERROR.test(message)) return NOT_TLS;
  if (/^Failed to discover/.test(message)) return 'no node of the cluster says who leads it';
  return (
    message
      .replace(/^\d+ [A-Z_]+: /, '')
      .replace(/^Received HTTP status code (\d+).*/s, 'it answers as a web server does, with status $1')
      .replace(/^No connection established\. Last error: /, '')
      .replace(/ ?Resolution note: .*$/s, '')
      // With it, the same failure would have another text each time.
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

/** Runs it; whatever it is not let do is this. Who asked for more says more: the outermost counts. */
export async function withRequiredRight<T>(right: Right, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AccessDenied) error.right = right;
    throw error;
  }
}

interface FailureContext extends ServerIdentity {
  readonly stream?: string;
  /** What becomes of what was to be written. */
  readonly outcome?: string;
}

/** The error to throw instead: one of the port's, or the same one where it is none of the server's. */
export function translateServerError(error: unknown, context: FailureContext): unknown {
  if (!isServerError(error)) return error;
  const { displayUrl, stream = 'a stream', outcome = '' } = context;
  const { message } = error as Error;
  const cause = { cause: error };
  if (error instanceof AppendSizeExceeded) return new AppendTooLarge(error.limit, cause);
  if (error instanceof StreamDeleted)
    return new StreamTruncated(stream, 'it was deleted for good (tombstone)', cause);
  if (error instanceof AccessDenied)
    return new LackingRight(
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
