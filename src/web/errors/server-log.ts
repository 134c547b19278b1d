// JSON lines on standard error, so that standard output stays clean.
import { pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Request, RequestHandler, Response } from 'express';
import type { RequestFailure } from './request-failure.js';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';
export type Log = Logger;

export const LOG = Symbol('Log');

export function createLog(level: LogLevel): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

export interface LoggedRequest {
  readonly correlationId: string;
  readonly path: string;
}

/** Known failures are logged by their message, others with the stack. */
export function logUnforeseen(
  log: Log,
  error: unknown,
  { failure: { reasons }, request }: { readonly failure: RequestFailure; readonly request: LoggedRequest },
): void {
  const { correlationId: id, path } = request;
  if (reasons[0]?.code === 'INTERNAL' || !(error instanceof Error)) log.error({ err: error, id, path });
  else log.error({ about: error.name, id, path }, error.message);
}

/** Omits the query, which may hold search text or one-time tokens. */
export function logRequests(log: Log, { clients = false } = {}): RequestHandler {
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId: (request) => request.correlationId,
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
    ...(clients && {
      customSuccessObject: (request, _response, line: object) => ({ ...line, ...clientOf(request) }),
      customErrorObject: (request, _response, _error, line: object) => ({ ...line, ...clientOf(request) }),
    }),

    serializers: {
      req: ({ id, method, url }: { id: string; method: string; url: string }) => ({
        id,
        method,
        path: url.split('?', 1)[0],
      }),
      res: ({ statusCode }: { statusCode: number }) => ({ status: statusCode }),
    },
  });
}

/** Ids instead of names; the address as trusted proxies report it. */
function clientOf({ signedIn, ip }: Request): Readonly<Record<string, string>> {
  return { ...(signedIn && { person: signedIn.id }), ...(ip !== undefined && { address: ip }) };
}
