// Answers with a page: React in, HTML out, rendered beside where it is large.
import { channel } from 'node:diagnostics_channel';
import type { Response } from 'express';
import type { ReactElement } from 'react';
import { AWAY_FOR, CHALLENGE } from '../answer-headers.js';
import { PAGE_RENDERING, type PageRendering } from './page-rendering.js';

/** Whoever measures or traces pages may listen to this diagnostics channel: each message is the element of a page. */
export const PAGE_CHANNEL = 'daybook.page';
const pages = channel(PAGE_CHANNEL);

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
