// Answers with a page: React in, HTML out, rendered beside where it is large.
import { channel } from 'node:diagnostics_channel';
import type { Response } from 'express';
import type { ReactElement } from 'react';
import { SESSION } from './cookies.js';
import type { Failure } from './failure.js';
import { PAGE_RENDERING, type PageRendering } from './rendering/page-rendering.js';
import { SIGN_IN } from './system-addresses.js';

/** Whoever measures or traces pages may listen to this diagnostics channel: each message is the element of a page. */
export const PAGE_CHANNEL = 'daybook.page';
const pages = channel(PAGE_CHANNEL);

/**
 * With every 401, as RFC 9110 asks. No scheme that browsers know: they would ask for a name and password in a window of
 * their own. Programs may send HTTP Basic below /api/ without being asked to.
 */
export const CHALLENGE = `Cookie realm="Daybook", form-action="${SIGN_IN}", cookie-name="${SESSION}"`;

/** Seconds after which it is worth trying again while an engine is away. */
export const AWAY_FOR = '5';

/**
 * Sends the element as a whole HTML document with the status.
 * Pages of signed-in people are never stored by caches; no entity tag is computed for any.
 */
export async function sendPage(response: Response, element: ReactElement, status = 200): Promise<void> {
  if (pages.hasSubscribers) pages.publish(element);
  const html = await (response.app.get(PAGE_RENDERING) as PageRendering).html(element);
  if (!html) return;
  response.statusCode = status;
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.setHeader('Content-Length', html.length);
  response.setHeader('Cache-Control', 'no-store');
  if (status === 503) response.setHeader('Retry-After', AWAY_FOR);
  if (status === 401) response.setHeader('WWW-Authenticate', CHALLENGE);
  response.end(response.req.method === 'HEAD' ? undefined : html);
}

/** Where a wait is told in words, programs read it in the header. */
export function retryAfter(
  response: Response,
  { status, reasons }: Pick<Failure, 'status' | 'reasons'>,
): void {
  const seconds = status === 429 ? /\d+/.exec(reasons[0]?.remedy ?? '')?.[0] : undefined;
  if (seconds !== undefined) response.setHeader('Retry-After', seconds);
}
