import type { Response } from 'express';
import { SESSION_COOKIE } from '../http/cookies.js';
import type { RequestFailure } from './request-failure.js';
import { SIGN_IN_PATH } from '#views/addresses.js';

/** For every 401 (RFC 9110). Schemes without a password dialog in browsers. */
export const WWW_AUTHENTICATE_CHALLENGE = `Cookie realm="Daybook", form-action="${SIGN_IN_PATH}", cookie-name="${SESSION_COOKIE}", Bearer realm="Daybook"`;

/** While an engine is unavailable. */
export const RETRY_AFTER_SECONDS = '5';

export function createRetryAfterHeader({
  status,
  reasons,
}: Pick<RequestFailure, 'status' | 'reasons'>): Readonly<Record<string, string>> {
  const seconds = status === 429 || status === 503 ? /\d+/.exec(reasons[0]?.remedy ?? '')?.[0] : undefined;
  return seconds === undefined ? {} : { 'Retry-After': seconds };
}

export function setRetryAfterHeader(
  response: Response,
  failure: Pick<RequestFailure, 'status' | 'reasons'>,
): void {
  for (const [name, value] of Object.entries(createRetryAfterHeader(failure)))
    response.setHeader(name, value);
}
