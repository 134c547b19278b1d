// Names the server's failures in our words, and knows which of them may pass, and which another connection may mend.
import { AppendTooLarge, EventStoreUnavailable, LackingRight, StreamCut } from '../event-store.js';
import type { Endpoint } from './address.js';
import { GrpcError, GRPC_STATUS } from './grpc.js';
import {
  READ_ALL,
  describeMissingRight,
  isAnonymous,
  shownOf,
  describeUnknownUser,
  type Right,
  type Server,
} from './describe-rights.js';

/** Nothing was heard for so long: the call may have been heard, and may still be answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Not a word, of whoever it was asked. */
export class NoTimelyAnswer extends NoAnswer {
  constructor(milliseconds: number) {
    super(`no answer within ${inSeconds(milliseconds)}`);
  }
}

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

/** Whatever else the server will not do, also when it is asked again. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** The log there cannot be Daybook's as it is; the message says what to do. */
export class UnfitLog extends EventStoreUnavailable {
  override readonly name = 'UnfitLog';
  override readonly failure = 'unusable';
}

const OF_SERVER = [NoAnswer, ServerAway, NotLeader, Denied, TooLarge, Deleted, ServerRefusal];

const isOfServer = (error: unknown): error is Error => OF_SERVER.some((kind) => error instanceof kind);

/** Everything a network or a cluster may do: asking again is harmless, since event ids stay the same. */
export const mayPass = (error: unknown): error is Error =>
  error instanceof NoAnswer || error instanceof ServerAway || error instanceof NotLeader;

/** The node was heard of, or not, in a way that makes another connection worth a try. */
export const isWorthAnotherConnection = (error: unknown): error is Error =>
  mayPass(error) && !(error instanceof ServerAway && error.isAnswer);

const LARGEST_APPEND = /Maximum Append Size of (\d+)/i;

/** As the server names its exceptions in the trailers. */
const BY_EXCEPTION: Readonly<Record<string, (said: GrpcError) => Error>> = {
  'not-leader': (said) => {
    const leader = {
      host: said.told('leader-endpoint-host'),
      port: Number(said.told('leader-endpoint-port')),
    };
    return leader.host ? new NotLeader(leader) : new ServerAway('it does not lead the cluster', false);
  },
  'access-denied': ({ details }) => new Denied(details),
  'stream-deleted': ({ details }) => new Deleted(details),
  'maximum-append-size-exceeded': (said) =>
    new TooLarge(Number(said.told('maximum-append-size')) || limitIn(said.details)),
};

const denied = ({ details }: GrpcError) => new Denied(details);
const stranger = ({ details }: GrpcError) => new UnknownUser(details);
const refused = ({ details }: GrpcError) => new ServerRefusal(reasonOf(details));
/** It is there, and says that it cannot just now. */
const busy = ({ details }: GrpcError) => new ServerAway(reasonOf(details), true);

const BY_CODE: Readonly<Partial<Record<number, (said: GrpcError) => Error>>> = {
  [GRPC_STATUS.PERMISSION_DENIED]: denied,
  [GRPC_STATUS.UNAUTHENTICATED]: stranger,
  [GRPC_STATUS.RESOURCE_EXHAUSTED]: ({ details }) => new TooLarge(limitIn(details)),
  [GRPC_STATUS.INVALID_ARGUMENT]: (said) =>
    limitIn(said.details) === undefined ? refused(said) : new TooLarge(limitIn(said.details)),
  [GRPC_STATUS.UNIMPLEMENTED]: refused,
  [GRPC_STATUS.FAILED_PRECONDITION]: refused,
  [GRPC_STATUS.ABORTED]: busy,
  [GRPC_STATUS.NOT_FOUND]: busy,
};

const limitIn = (details: string) => Number(LARGEST_APPEND.exec(details)?.[1]) || undefined;

/** What a call failed with, in our kinds. */
export function asFailure(error: unknown): Error {
  if (isOfServer(error)) return error;
  if (!(error instanceof GrpcError)) return new ServerAway(reasonOf(whyBroken(error)), false);
  const kind = BY_EXCEPTION[error.told('exception')] ?? BY_CODE[error.code];
  return kind ? kind(error) : new ServerAway(reasonOf(error.details), false);
}

/** Of a connection that has taken its calls with it, why it broke. */
function whyBroken(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : new Error(String(error));
  const why = cause instanceof Error ? cause.message : message;
  return OF_OPENSSL.test(why) ? NOT_TLS : why;
}

/** What a server without TLS answers with is nothing that OpenSSL understands. */
const OF_OPENSSL = /SSL routines:.*(?:wrong.version.number|packet.length|unknown.protocol|http.request)/i;

export const NOT_TLS = 'what it answers is not TLS';

/** On one line, and without what only programmers read. */
function reasonOf(details: string): string {
  const nested = details.split('(caused by: ');
  const innermost = nested.at(-1)!;
  // Each of them is closed by a parenthesis of its own.
  return innermost
    .slice(0, innermost.length + 1 - nested.length)
    .replace(/\s+/g, ' ')
    .replace(/\.? ?$/, '')
    .replace(/^(?:\w*Error(?: \[\w+\])?: )+/, '')
    .replace(
      /^Stream closed with error code.*|^The (pending stream|session) .*|^New streams cannot.*/,
      'the connection broke',
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
