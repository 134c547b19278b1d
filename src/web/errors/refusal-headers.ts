import type { Response } from 'express';
import { basePathOf } from '../addresses/base-path.js';
import { cookiePrefixFor, SESSION_COOKIE } from '../http/cookies.js';
import type { RequestFailure } from './request-failure.js';
import { SIGN_IN_PATH } from '#views/addresses.js';

/** For every 401 (RFC 9110). Schemes without a password dialog in browsers; what is wrong with a token by RFC 6750. */
export function setChallengeHeader(response: Response, code?: string): void {
  const error = code === 'TOKEN_NOT_ACCEPTED' ? ', error="invalid_token"' : '';
  const form = `${basePathOf(response)}${SIGN_IN_PATH}`;
  const cookie = `${cookiePrefixFor(response.req)}${SESSION_COOKIE}`;
  response.setHeader(
    'WWW-Authenticate',
    `Cookie realm="Daybook", form-action="${form}", cookie-name="${cookie}", Bearer realm="Daybook"${error}`,
  );
}

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
