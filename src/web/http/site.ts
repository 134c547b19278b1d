import type { IncomingHttpHeaders } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

export const SITE = Symbol('SITE');

export type SiteOf = (request: Pick<Request, 'headers' | 'socket'>) => string;

/** From `Origin` or the socket's address; never from `Host`, which a client can forge. */
export const findRequestedSite: SiteOf = ({ headers, socket }) => {
  const { localAddress = '127.0.0.1', localPort = 80 } = socket;
  const here = localAddress.replace(/^::ffff:(?=\d+\.)/i, '');
  return originOf(headers) ?? `http://${here.includes(':') ? `[${here}]` : here}:${localPort}`;
};

function originOf({ origin }: IncomingHttpHeaders): string | undefined {
  return origin !== undefined && /^https?:\/\//.test(origin) && URL.canParse(origin)
    ? new URL(origin).origin
    : undefined;
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** CSRF protection. */
export const refuseCrossSiteRequests: RequestHandler = (request, _response, next) => {
  if (READING.has(request.method) || isSameSiteRequest(request.headers)) return next();
  next(createBuiltInRefusal('CROSS_SITE'));
};

/** Clients without these headers are no browsers and carry no victim's cookie. */
export function isSameSiteRequest(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  return origin === undefined || hostOf(origin) === host;
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
