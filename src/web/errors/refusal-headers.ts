// Headers that say with a refusal what its status alone does not.
import type { Response } from 'express';
import { SESSION } from '../http/cookies.js';
import type { RequestFailure } from './request-failure.js';
import { SIGN_IN } from '#views/addresses.js';

/**
 * With every 401, as RFC 9110 asks. No scheme that browsers know: they would ask for a name and password in a window of
 * their own. Programs may send HTTP Basic below /api/ without being asked to.
 */
export const CHALLENGE = `Cookie realm="Daybook", form-action="${SIGN_IN}", cookie-name="${SESSION}"`;

/** Seconds after which it is worth trying again while an engine is away. */
export const RETRY_AFTER_SECONDS = '5';

/** The wait that the remedy names, as a header for programs. */
export function retryAfter(
  response: Response,
  { status, reasons }: Pick<RequestFailure, 'status' | 'reasons'>,
): void {
  const seconds = status === 429 || status === 503 ? /\d+/.exec(reasons[0]?.remedy ?? '')?.[0] : undefined;
  if (seconds !== undefined) response.setHeader('Retry-After', seconds);
}
