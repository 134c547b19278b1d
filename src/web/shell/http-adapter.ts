import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Response } from 'express';
import { SECURE_COOKIES_SETTING } from '../http/cookies.js';
import { createBasePathMiddleware } from './base-path.middleware.js';
import type { WebSettings } from './web-settings.js';

/** Use with `{ bodyParser: false }`: `ShellModule` reads bodies. */
export function createHttpAdapter({
  proxies,
  secure,
  basePath = '',
}: Pick<WebSettings, 'proxies' | 'secure' | 'basePath'>): ExpressAdapter {
  const server = express();
  // Keys are case-sensitive: the entity `Source` is not the page `source`.
  server.enable('case sensitive routing');
  server.disable('x-powered-by');
  // Pages are never cached; the API sets its own ETags.
  server.set('etag', false);
  // Proxies whose X-Forwarded headers are trusted.
  server.set('trust proxy', [...proxies]);
  server.set(SECURE_COOKIES_SETTING, secure);
  if (basePath !== '') server.use(createBasePathMiddleware(basePath));
  return new WebAdapter(server);
}

class WebAdapter extends ExpressAdapter {
  /** Skips responses sent by `AnswerInterceptor`, and closed connections. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (response.headersSent || response.destroyed) return undefined;
    return super.reply(response, body, statusCode) as unknown;
  }
}
