import { parseCookie, type Cookies } from 'cookie';
import type { Request, RequestHandler } from 'express';
import type { ProjectionProgress } from '#query-handling/projection-progress.js';
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

/** Those that cannot be decoded are undefined. */
export function readCookies(request: Request): Readonly<Cookies> {
  let cookies = cookiesOf.get(request);
  if (!cookies)
    cookiesOf.set(request, (cookies = parseCookie(request.headers.cookie ?? '', { decode: decoded })));
  return cookies;
}

/** undefined: missing or not decodable. */
export const readCookie = (request: Request, name: string): string | undefined => readCookies(request)[name];

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
