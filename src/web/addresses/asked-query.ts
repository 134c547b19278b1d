// The query part of an address as it was asked.
import type { Request } from 'express';

/** Every parameter with every value, whatever brackets are in its name. */
export function queryOf(request: Request): URLSearchParams {
  const { originalUrl } = request;
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start + 1));
}
