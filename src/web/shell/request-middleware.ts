import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { RequestHandler } from 'express';
import { markInteractive } from '#platform/cooperative-scheduler.js';
import { withQueryContext } from '#projections/port/query.js';

export const correlate: RequestHandler = (request, response, next) => {
  request.correlationId = randomUUID();
  response.setHeader('X-Correlation-Id', request.correlationId);
  next();
};

export const markPeopleInteractive: RequestHandler = (request, response, next) => {
  if (!request.signedIn) return next();
  markInteractive((end) => {
    response.once('close', end);
    next();
  });
};

/** Only reads are aborted when the client leaves; commands finish. */
const CALLED_OFF = new Set(['GET', 'HEAD']);

/** Tags queries with the person, and aborts them when the client leaves. */
export const bindQueriesToRequest: RequestHandler = (request, response, next) => {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  if (CALLED_OFF.has(request.method))
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  withQueryContext({ asker: request.signedIn?.id ?? `address ${request.ip}`, signal: gone.signal }, next);
};
