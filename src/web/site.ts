// Where people reach this Daybook, for links that are passed on: the setting, or else where the asking browser itself is.
import type { Request } from 'express';
import { originOf } from './same-site.js';

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
