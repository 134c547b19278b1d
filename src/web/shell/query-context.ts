// Tells whoever answers a request's questions for whom they are, and when nobody waits for the answers any more.
import { setMaxListeners } from 'node:events';
import type { RequestHandler } from 'express';
import { withQueryContext } from '#projections/port/query-context.js';

/** What somebody sent to be saved goes on when they have gone: only pages are called off. */
const CALLED_OFF = new Set(['GET', 'HEAD']);

export const queryContext: RequestHandler = (request, response, next) => {
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  if (CALLED_OFF.has(request.method))
    response.once('close', () => {
      if (!response.writableFinished) gone.abort();
    });
  withQueryContext({ asker: request.signedIn?.id ?? `address ${request.ip}`, signal: gone.signal }, next);
};
