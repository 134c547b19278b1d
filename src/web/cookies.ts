// Reads and writes the few cookies there are.
import type { Request, Response } from 'express';

/** The value of one cookie, decoded; undefined where it is missing or not decodable. */
export function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim());
  }
  return undefined;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Notices are said once, on the page that follows a redirect. */
export const NOTICE = 'daybook-notice';
/** Position this browser has written up to: pages that follow wait until read models have passed it. */
export const WRITTEN_UP_TO = 'daybook-seen';
export const APPEARANCE = 'daybook-appearance';
export const SESSION = 'daybook-session';

/** Setting of the Express application: cookies only travel over HTTPS, whatever this request came by. */
export const SECURE_COOKIES = 'secure cookies';

interface Lifetime {
  /** Milliseconds; 0 ends the cookie. */
  readonly maxAge: number;
}

export function setCookie(response: Response, name: string, value: string, { maxAge }: Lifetime): void {
  const { req: request, app } = response;
  const secure = request.secure || app.get(SECURE_COOKIES) === true;
  response.cookie(name, value, { maxAge, httpOnly: true, sameSite: 'lax', path: '/', secure });
}
