// Where a request comes from, as far as a session remembers it.
import type { Request } from 'express';
import { describeBrowser } from '#identity/browser-of.js';
import type { ClientOrigin } from '#identity/sign-in.js';

export const clientOrigin = (request: Request): ClientOrigin => ({
  address: request.ip ?? '',
  browser: describeBrowser(request.headers['user-agent']),
});
