// The query part of an address as it was asked, and the errors of what cannot be read from it.
import type { Request } from 'express';
import { BadCursor, BadQuery } from '#projections/port/failures.js';
import { refused } from '../built-in.js';

/** Every parameter with every value, whatever brackets are in its name. */
export function queryOf(request: Request): URLSearchParams {
  const { originalUrl } = request;
  const start = originalUrl.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : originalUrl.slice(start + 1));
}

/** Damaged cursors are the request's fault: BAD_REQUEST, not an error of ours. */
export async function understood<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BadCursor) throw refused('BAD_REQUEST', { why: 'its page link is damaged' });
    if (error instanceof BadQuery)
      throw refused('BAD_REQUEST', { why: 'it asks for what cannot be looked for' });
    throw error;
  }
}
