import { parseCookie, type Cookies } from 'cookie';
import type { Request, RequestHandler } from 'express';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
import { basePathOf } from '../addresses/base-path.js';
import { HEALTH_CHECK_PATHS } from '../addresses/system-addresses.js';

/** Shown once, after a redirect. */
export const NOTICE_COOKIE = 'daybook-notice';
/** Shown once, after a redirect. */
export const REFUSAL_COOKIE = 'daybook-refusal';
/** Log position that the read models must reach first, so that people read their own writes. */
export const WRITTEN_UP_TO_COOKIE = 'daybook-seen';
/** `<person> <address>` of the list viewed last. */
export const LAST_LIST_COOKIE = 'daybook-list';
export const APPEARANCE_COOKIE = 'daybook-appearance';
export const DENSITY_COOKIE = 'daybook-density';
/** Who gave the right password, until the code follows. */
export const PENDING_SIGN_IN_COOKIE = 'daybook-sign-in';
/** Sealed: what a sign-in by a provider was begun with. */
export const PROVIDER_SIGN_IN_COOKIE = 'daybook-provider-sign-in';
/** Stands in for the code of a second factor. */
export const REMEMBERED_BROWSER_COOKIE = 'daybook-browser';
/** Sealed: what signs out at the provider. */
export const PROVIDER_SESSION_COOKIE = 'daybook-provider-session';
/** Sealed: who confirmed at a provider that it is them who signs which form. */
export const SIGNING_COOKIE = 'daybook-signing';
export const SESSION_COOKIE = 'daybook-session';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Own writes are not in the read models yet. */
      behind?: boolean;
    }
  }
}

/** Then the page is sent with a hint that it is behind. */
const LONGEST_MS = 2_000;

/** For every GET except health checks. */
export function createOwnWritesMiddleware(readModels: Pick<ProjectionProgress, 'waitFor'>): RequestHandler {
  return (request, _response, next) => {
    if (request.method !== 'GET' || HEALTH_CHECK_PATHS.includes(request.path)) return next();
    readOwnWrites(request, readModels).then(() => next(), next);
  };
}

async function readOwnWrites(
  request: Request,
  readModels: Pick<ProjectionProgress, 'waitFor'>,
): Promise<void> {
  await waitForOwnWrites(request, readModels);
  // Look up again: the person's language may have changed during the wait.
  if (request.behind !== false || !request.signedIn || !request.signedInStill) return;
  const person = await request.signedInStill();
  if (person) request.signedIn = person;
  else delete request.signedIn;
}

export async function waitForOwnWrites(
  request: Request,
  readModels: Pick<ProjectionProgress, 'waitFor'>,
): Promise<void> {
  const position = positionIn(request);
  if (position !== undefined) request.behind = !(await readModels.waitFor(position, LONGEST_MS));
}

function positionIn(request: Request): number | undefined {
  const cookie = readCookie(request, WRITTEN_UP_TO_COOKIE);
  if (cookie === undefined || !/^\d{1,15}$/.test(cookie)) return undefined;
  return Number(cookie);
}

const cookiesOf = new WeakMap<Request, Cookies>();

/** Of the server: true for `Secure` cookies behind any proxy. */
export const SECURE_COOKIES_SETTING = 'daybook secure cookies';

/**
 * Browsers take cookies of these names only by TLS and from this host, so that no neighbour of the domain can plant one;
 * `__Host-` has no path of its own.
 */
export function cookiePrefixFor(request: Request): '' | '__Host-' | '__Secure-' {
  if (!request.secure && request.app.get(SECURE_COOKIES_SETTING) !== true) return '';
  return request.res && basePathOf(request.res) !== '' ? '__Secure-' : '__Host-';
}

/** By names without prefix; one without the prefix counts for nothing where there is TLS. Undecodable: undefined. */
export function readCookies(request: Request): Readonly<Cookies> {
  let cookies = cookiesOf.get(request);
  if (!cookies) {
    const sent = parseCookie(request.headers.cookie ?? '', { decode: decoded });
    cookiesOf.set(request, (cookies = withoutPrefix(sent, cookiePrefixFor(request))));
  }
  return cookies;
}

const withoutPrefix = (cookies: Cookies, prefix: string): Cookies =>
  prefix === ''
    ? cookies
    : (Object.fromEntries(
        Object.entries(cookies).flatMap(([name, value]) =>
          name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
        ),
      ) as Cookies);

/** undefined: missing or not decodable. */
export const readCookie = (request: Request, name: string): string | undefined => readCookies(request)[name];

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
