// Names the server's failures in our words, and knows which of them may pass, and which another connection may mend.
import { AppendTooLarge, EventStoreUnavailable, LackingRight, StreamCut } from '../event-store.js';
import type { Endpoint } from './connection-string.js';
import {
  READ_ALL,
  describeMissingRight,
  isAnonymous,
  shownOf,
  describeUnknownUser,
  type Right,
  type Server,
} from './describe-missing-right.js';

/** Nothing was heard for so long: the call may have been heard, and may still be answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Not a word, of whoever it was asked. */
export class NoTimelyAnswer extends NoAnswer {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${inSeconds(milliseconds)}`);
  }
}

/** Not even a connection is taken. */
export class NoTimelyConnection extends NoTimelyAnswer {}

const inSeconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The connection broke, or the server cannot do it just now. */
export class ServerAway extends Error {
  override readonly name = 'ServerAway';
  constructor(
    message: string,
    /** true: the server is there, and says so. */
    readonly isAnswer: boolean,
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

export class Denied extends Error {
  override readonly name: string = 'Denied';
  /** What was not let; undefined: to read the log. */
  right?: Right;
}

/** Nobody there has this name and this password. */
class UnknownUser extends Denied {
  override readonly name = 'UnknownUser';
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  constructor(readonly limit: number | undefined) {
    super('too large');
  }
}

export class Deleted extends Error {
  override readonly name = 'Deleted';
}

/** No event begins at the position: it is one of another log. */
export class NoEventThere extends Error {
  override readonly name = 'NoEventThere';
}

/** Whatever else the server will not do, also when it is asked again. */
class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** The log there cannot be Daybook's as it is; the message says what to do. */
export class UnfitLog extends EventStoreUnavailable {
  override readonly name = 'UnfitLog';
  override readonly failure = 'unusable';
}

const OF_SERVER = [NoAnswer, ServerAway, NotLeader, Denied, TooLarge, Deleted, NoEventThere, ServerRefusal];

export const isOfServer = (error: unknown): error is Error => OF_SERVER.some((kind) => error instanceof kind);

/** Everything a network or a cluster may do: asking again is harmless, since event ids stay the same. */
export const mayPass = (error: unknown): error is NoAnswer | ServerAway | NotLeader =>
  error instanceof NoAnswer || error instanceof ServerAway || error instanceof NotLeader;

/** Another connection, which may lead to another node, may do better. */
export const isWorthAnotherConnection = (error: unknown): error is Error =>
  mayPass(error) && !(error instanceof ServerAway && error.isAnswer);

/** What the package throws: an error of its own with a `type`, or one of gRPC or Node. */
interface ClientError extends Error {
  readonly type?: string;
  /** A status of gRPC, or the name of an error of the system. */
  readonly code?: number | string;
  readonly leader?: { readonly address: string; readonly port: number };
  readonly maxAppendSize?: number;
}

const LARGEST_APPEND = /Maximum Append (?:Event )?Size of (\d+)/i;

const limitIn = (message: string) => Number(LARGEST_APPEND.exec(message)?.[1]) || undefined;

const refused = ({ message }: ClientError) => new ServerRefusal(reasonOf(message));
/** It is there, and says that it cannot just now. */
const busy = ({ message }: ClientError) => new ServerAway(reasonOf(message), true);

/** So a server says that it is there, but cannot just now: while it starts, and where a cluster lacks its majority. */
const NOT_NOW = /Server Is (?:Not Ready|Too Busy)/;

const BY_TYPE: Readonly<Record<string, (error: ClientError) => Error>> = {
  'not-leader': ({ leader }) => new NotLeader({ host: leader!.address, port: leader!.port }),
  'access-denied': ({ code, message }) =>
    new (code === GRPC_STATUS.UNAUTHENTICATED ? UnknownUser : Denied)(reasonOf(message)),
  'stream-deleted': ({ message }) => new Deleted(reasonOf(message)),
  'maximum-append-size-exceeded': ({ maxAppendSize, message }) =>
    new TooLarge(maxAppendSize || limitIn(message)),
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

const unknown = ({ message }: ClientError) =>
  NOT_AT_AN_EVENT.test(message)
    ? new NoEventThere(reasonOf(message))
    : new ServerAway(reasonOf(message), false);

const unavailable = (error: ClientError) =>
  NOT_NOW.test(error.message) ? busy(error) : new ServerAway(reasonOf(error.message), false);

const BY_CODE: Readonly<Partial<Record<number, (error: ClientError) => Error>>> = {
  [GRPC_STATUS.PERMISSION_DENIED]: ({ message }) => new Denied(reasonOf(message)),
  [GRPC_STATUS.UNAUTHENTICATED]: ({ message }) => new UnknownUser(reasonOf(message)),
  [GRPC_STATUS.RESOURCE_EXHAUSTED]: ({ message }) => new TooLarge(limitIn(message)),
  [GRPC_STATUS.INVALID_ARGUMENT]: (error) =>
    limitIn(error.message) === undefined ? refused(error) : new TooLarge(limitIn(error.message)),
  [GRPC_STATUS.UNIMPLEMENTED]: refused,
  [GRPC_STATUS.FAILED_PRECONDITION]: refused,
  [GRPC_STATUS.ABORTED]: busy,
  [GRPC_STATUS.NOT_FOUND]: busy,
  [GRPC_STATUS.UNAVAILABLE]: unavailable,
  [GRPC_STATUS.UNKNOWN]: unknown,
};

/** Of what the client throws where a stream is read that is not there. */
export const isStreamMissing = (thrown: unknown): boolean =>
  (Object(thrown) as ClientError).type === 'stream-not-found';

/** Of what an append through a shared call is refused with: a call of its own is told more. What breaks a call has a status of gRPC. */
export function isShortAnswer(thrown: unknown): boolean {
  const { type, code } = Object(thrown) as ClientError;
  return type !== undefined && type !== 'wrong-expected-version' && code === undefined;
}

/** What a call failed with, in our kinds. */
export function asFailure(thrown: unknown): Error {
  if (isOfServer(thrown)) return thrown;
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as ClientError;
  const kind =
    BY_TYPE[error.type ?? ''] ?? (typeof error.code === 'number' ? BY_CODE[error.code] : undefined);
  return kind ? kind(error) : new ServerAway(reasonOf(error.message), false);
}

/** What a server without TLS answers with is nothing that OpenSSL understands. */
const OF_OPENSSL = /SSL routines:.*(?:wrong.version.number|packet.length|unknown.protocol|http.request)/i;

export const NOT_TLS = 'what it answers is not TLS';

/** In words for people: on one line, without what only programmers read. */
function reasonOf(message: string): string {
  if (OF_OPENSSL.test(message)) return NOT_TLS;
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
export async function withRight<T>(right: Right, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Denied) error.right = right;
    throw error;
  }
}

interface FailureContext extends Server {
  readonly stream?: string;
  /** What becomes of what was to be written. */
  readonly known?: string;
}

/** The error to throw instead: one of the port's, or the same one where it is none of the server's. */
export function translateServerError(error: unknown, told: FailureContext): unknown {
  if (!isOfServer(error)) return error;
  const { shown, stream = 'a stream', known = '' } = told;
  const { message } = error as Error;
  const cause = { cause: error };
  if (error instanceof TooLarge) return new AppendTooLarge(error.limit, cause);
  if (error instanceof Deleted) return new StreamCut(stream, 'it was deleted for good (tombstone)', cause);
  if (error instanceof Denied)
    return new LackingRight(`${describeDenial(error, told)} ${known}`.trimEnd(), shownOf(error.right), cause);
  const why =
    error instanceof ServerRefusal ? `refuses what it is asked (${message})` : `does not answer (${message})`;
  return new EventStoreUnavailable(`EventStoreDB at ${shown} ${why}. ${known}`.trimEnd(), cause);
}

export const describeDenial = (error: Denied, server: Server): string =>
  error instanceof UnknownUser || isAnonymous(server)
    ? describeUnknownUser(server)
    : describeMissingRight(server, error.right ?? READ_ALL);
