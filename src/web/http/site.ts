// Where people reach this Daybook, for links that are passed on: the setting, or else where the asking browser itself is; and whether
// what is sent comes from there.
import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { builtInRefusal } from '../built-in-refusal.js';

/** Token for injection. */
export const SITE = Symbol('SITE');

export type SiteOf = (request: Pick<Request, 'headers' | 'socket'>) => string;

/**
 * Never from `Host`, which anybody on the way can write. A browser says with each form from where it was sent; for whoever
 * says nothing, it is where this process was reached.
 */
export const requestedSite: SiteOf = ({ headers, socket }) => {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  const here = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return originOf(headers) ?? `http://${here.includes(':') ? `[${here}]` : here}:${localPort}`;
};

/** Where a browser sent a form from; undefined where none says so. */
function originOf({ origin }: IncomingHttpHeaders): string | undefined {
  return origin !== undefined && /^https?:\/\//.test(origin) && URL.canParse(origin)
    ? new URL(origin).origin
    : undefined;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses forms posted from other sites. */
export const refuseCrossSiteRequests: RequestHandler = (request, _response, next) => {
  if (READING.has(request.method) || sentFromHere(request.headers)) return next();
  next(builtInRefusal('CROSS_SITE'));
};

/** Browsers say where a request comes from; clients that are no browsers say nothing, and carry no one's cookie. */
export function sentFromHere(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || hostOf(origin) === host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
