// No cross-site posts: a form of another site cannot act in the name of whoever is signed in here.
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler } from 'express';
import { refused } from './built-in.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export const sameSite: RequestHandler = (request, _response, next) => {
  if (READING.has(request.method) || sentFromHere(request.headers)) return next();
  next(refused('CROSS_SITE'));
};

/** Browsers say where a request comes from; clients that are no browsers say nothing, and carry no one's cookie. */
export function sentFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || hostOf(origin) === host;
}

/** Where a browser sent a form from; undefined where none says so. */
export function originOf({ origin }: IncomingHttpHeaders): string | undefined {
  return origin !== undefined && /^https?:\/\//.test(origin) && URL.canParse(origin)
    ? new URL(origin).origin
    : undefined;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
