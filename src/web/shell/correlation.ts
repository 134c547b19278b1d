// Gives every request a number of its own: in the log, in the metadata of what it writes, and on error pages.
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

export const correlate: RequestHandler = (request, response, next) => {
  request.correlationId = randomUUID();
  response.setHeader('X-Correlation-Id', request.correlationId);
  next();
};
