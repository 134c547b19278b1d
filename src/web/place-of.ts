// Where a request comes from, as far as a session remembers it.
import type { Request } from 'express';
import { browserOf } from '../identity/browser-of.js';
import type { Place } from '../identity/sign-in.js';

export const placeOf = (request: Request): Place => ({
  address: request.ip ?? '',
  browser: browserOf(request.headers['user-agent']),
});
