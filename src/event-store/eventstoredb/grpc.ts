// gRPC on Node's own HTTP/2, as far as EventStoreDB's protocol needs it: a call, the messages of its answer, and how it ended.
import {
  constants,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type IncomingHttpStatusHeader,
} from 'node:http2';
import { FrameDecoder } from './frames.js';

/** As gRPC numbers them. */
export const GRPC_STATUS = {
  OK: 0,
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

/** The server has said that it will not, or cannot. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  constructor(
    readonly code: number,
    readonly details: string,
    private readonly trailers: IncomingHttpHeaders = {},
  ) {
    super(details);
  }

  /** In the trailers of the answer; '' for none. */
  told(key: string): string {
    return this.trailers[key]?.toString() ?? '';
  }
}

/** Told of one call's answer; last of its end, once, unless it is cancelled before. */
export interface AnswerListener {
  message(bytes: Buffer): void;
  end(): void;
  failed(error: Error): void;
}

export interface GrpcCall {
  /** Nothing more is told. */
  cancel(): void;
  /** While it is held, the server waits, once our small buffers are full. */
  hold(): void;
  goOn(): void;
}

export const headersOf = (path: string): Readonly<Record<string, string>> => ({
  ':path': path,
  'content-type': 'application/grpc',
  te: 'trailers',
});

interface AnsweredStream {
  readonly stream: ClientHttp2Stream;
  /** Bytes that one message may have. */
  readonly largest: number;
  /** Called once, when it has ended or was cancelled. */
  readonly over: () => void;
}

/** Follows the answer of a call whose request was sent. */
export function followAnswer({ stream, largest, over }: AnsweredStream, answers: AnswerListener): GrpcCall {
  const frames = new FrameDecoder(largest);
  let isOver = false;
  let told: ResponseHeaders = {};
  const end = (tell: () => void) => {
    if (isOver) return;
    isOver = true;
    over();
    tell();
  };
  const fail = (error: Error) => end(() => answers.failed(error));
  const ended = () => {
    const failure = failureIn(told);
    if (failure) fail(failure);
    else end(answers.end);
  };
  const cancel = () => {
    if (!isOver) stream.close(constants.NGHTTP2_CANCEL);
    end(() => {});
  };
  stream
    .on('response', (headers) => (told = headers))
    .on('trailers', (trailers) => (told = { ...told, ...trailers }))
    .on('data', (chunk: Buffer) => {
      try {
        for (const message of frames.add(chunk)) if (!isOver) answers.message(message);
      } catch (error) {
        fail(error as Error);
        stream.close(constants.NGHTTP2_CANCEL);
      }
    })
    .on('end', () => STATUS_HEADER in told && ended())
    .on('error', fail)
    .on('close', ended);
  return { cancel, hold: () => stream.pause(), goOn: () => stream.resume() };
}

type ResponseHeaders = IncomingHttpHeaders & IncomingHttpStatusHeader;

const STATUS_HEADER = 'grpc-status';

const BY_HTTP: Readonly<Record<number, number>> = {
  400: GRPC_STATUS.INVALID_ARGUMENT,
  401: GRPC_STATUS.UNAUTHENTICATED,
  403: GRPC_STATUS.PERMISSION_DENIED,
  404: GRPC_STATUS.UNIMPLEMENTED,
};

/** undefined: it ended well. */
function failureIn(told: ResponseHeaders): Error | undefined {
  const said = told[STATUS_HEADER];
  if (said !== undefined)
    return Number(said) === GRPC_STATUS.OK
      ? undefined
      : new GrpcError(Number(said), decoded(told['grpc-message']?.toString() ?? ''), told);
  const http = told[':status'];
  if (http === undefined || http === 200) return new Error('the connection broke');
  return new GrpcError(BY_HTTP[http] ?? GRPC_STATUS.UNAVAILABLE, `it answered with HTTP status ${http}`);
}

/** Percent-encoded, where whoever wrote it kept to that. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
