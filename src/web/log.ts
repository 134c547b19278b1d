// The server's log: one JSON object per line, on standard error so that output stays clean.
import { pino, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import type { Request, RequestHandler, Response } from 'express';

export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';
export type Log = Logger;

export const LOG = Symbol('Log');

export function createLog(level: LogLevel): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
}

/** One line per request. Addresses are logged without what follows the `?`: searches and one-time links are nobody's business. */
export function logRequests(log: Log): RequestHandler {
  return pinoHttp<Request, Response>({
    logger: log,
    genReqId: (request) => request.correlationId,
    customLogLevel: (_request, response, error) =>
      error !== undefined || response.statusCode >= 500 ? 'error' : 'info',
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
