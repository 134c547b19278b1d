// Names the server's failures in our words, and knows which of them may pass, and which another connection may mend.
import { AppendTooLarge, EventStoreUnavailable, LackingRight, StreamCut } from '../event-store.js';
import type { Endpoint } from './address.js';
import { CallFailed, STATUS } from './grpc.js';
import {
  READ_LOG,
  rightInWords,
  shownOf,
  strangerInWords,
  type Right,
  type Server,
} from './rights-in-words.js';

/** Nothing was heard for so long: the call may have been heard, and may still be answered. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** Not a word, of whoever it was asked. */
export class Silence extends NoAnswer {
  constructor(milliseconds: number) {
    super(`no answer within ${inSeconds(milliseconds)}`);
  }
}

const inSeconds = (milliseconds: number): string =>
  milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;

/** The connection broke, or the server cannot do it just now. */
export class Away extends Error {
  override readonly name = 'Away';
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
export class Stranger extends Denied {
  override readonly name = 'Stranger';
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
export class WillNot extends Error {
  override readonly name = 'WillNot';
}

/** The log there cannot be Daybook's as it is; the message says what to do. */
export class UnfitLog extends EventStoreUnavailable {
  override readonly name = 'UnfitLog';
  override readonly failure = 'unusable';
}

const OF_SERVER = [NoAnswer, Away, NotLeader, Denied, TooLarge, Deleted, WillNot];

const isOfServer = (error: unknown): error is Error => OF_SERVER.some((kind) => error instanceof kind);

/** Everything a network or a cluster may do: asking again is harmless, since event ids stay the same. */
export const mayPass = (error: unknown): error is Error =>
  error instanceof NoAnswer || error instanceof Away || error instanceof NotLeader;

/** The node was heard of, or not, in a way that makes another connection worth a try. */
export const isWorthAnotherConnection = (error: unknown): error is Error =>
  mayPass(error) && !(error instanceof Away && error.isAnswer);

const LARGEST_APPEND = /Maximum Append Size of (\d+)/i;

/** As the server names its exceptions in the trailers. */
const BY_EXCEPTION: Readonly<Record<string, (said: CallFailed) => Error>> = {
  'not-leader': (said) => {
    const leader = {
      host: said.told('leader-endpoint-host'),
      port: Number(said.told('leader-endpoint-port')),
    };
    return leader.host ? new NotLeader(leader) : new Away('it does not lead the cluster', false);
  },
  'access-denied': ({ details }) => new Denied(details),
  'stream-deleted': ({ details }) => new Deleted(details),
  'maximum-append-size-exceeded': (said) =>
    new TooLarge(Number(said.told('maximum-append-size')) || limitIn(said.details)),
};

const denied = ({ details }: CallFailed) => new Denied(details);
const stranger = ({ details }: CallFailed) => new Stranger(details);
const refused = ({ details }: CallFailed) => new WillNot(reasonOf(details));
/** It is there, and says that it cannot just now. */
const busy = ({ details }: CallFailed) => new Away(reasonOf(details), true);

const BY_CODE: Readonly<Partial<Record<number, (said: CallFailed) => Error>>> = {
  [STATUS.PERMISSION_DENIED]: denied,
  [STATUS.UNAUTHENTICATED]: stranger,
  [STATUS.RESOURCE_EXHAUSTED]: ({ details }) => new TooLarge(limitIn(details)),
  [STATUS.INVALID_ARGUMENT]: (said) =>
    limitIn(said.details) === undefined ? refused(said) : new TooLarge(limitIn(said.details)),
  [STATUS.UNIMPLEMENTED]: refused,
  [STATUS.FAILED_PRECONDITION]: refused,
  [STATUS.ABORTED]: busy,
  [STATUS.NOT_FOUND]: busy,
};

const limitIn = (details: string) => Number(LARGEST_APPEND.exec(details)?.[1]) || undefined;

/** What a call failed with, in our kinds. */
export function asFailure(error: unknown): Error {
  if (isOfServer(error)) return error;
  if (!(error instanceof CallFailed)) return new Away(reasonOf(whyBroken(error)), false);
  const kind = BY_EXCEPTION[error.told('exception')] ?? BY_CODE[error.code];
  return kind ? kind(error) : new Away(reasonOf(error.details), false);
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
export async function asking<T>(right: Right, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Denied) error.right = right;
    throw error;
  }
}

interface Told extends Server {
  readonly stream?: string;
  /** What becomes of what was to be written. */
  readonly known?: string;
}

/** The error to throw instead: one of the port's, or the same one where it is none of the server's. */
export function inOurWords(error: unknown, told: Told): unknown {
  if (!isOfServer(error)) return error;
  const { shown, stream = 'a stream', known = '' } = told;
  const { message } = error as Error;
  const cause = { cause: error };
  if (error instanceof TooLarge) return new AppendTooLarge(error.limit, cause);
  if (error instanceof Deleted) return new StreamCut(stream, 'it was deleted for good (tombstone)', cause);
  if (error instanceof Denied)
    return new LackingRight(`${deniedInWords(error, told)} ${known}`.trimEnd(), shownOf(error.right), cause);
  const why =
    error instanceof WillNot ? `refuses what it is asked (${message})` : `does not answer (${message})`;
  return new EventStoreUnavailable(`EventStoreDB at ${shown} ${why}. ${known}`.trimEnd(), cause);
}

export const deniedInWords = (error: Denied, server: Server): string =>
  error instanceof Stranger ? strangerInWords(server) : rightInWords(server, error.right ?? READ_LOG);
