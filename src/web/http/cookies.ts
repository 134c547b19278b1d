// The few cookies there are. By two of them people read their own writes: after a command the browser is sent to a page, which says once
// what was done, and waits until the read models have passed what was written.
import { parseCookie, type Cookies } from 'cookie';
import type { Request, RequestHandler, Response } from 'express';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import type { CommandResult } from '#domain/command.js';
import { redirect } from '../addresses/local-address.js';
import { HEALTH_CHECKS } from '../addresses/system-addresses.js';

/** A notice is shown once, on the page that follows a redirect. */
export const NOTICE = 'daybook-notice';
/** Position this browser has written up to: pages that follow wait until read models have passed it. */
const WRITTEN_UP_TO = 'daybook-seen';
/** The list that this browser looked at last, and who looked: `<person> <address>`. */
export const LAST_LIST = 'daybook-list';
export const APPEARANCE_COOKIE = 'daybook-appearance';
export const DENSITY_COOKIE = 'daybook-density';
export const SESSION = 'daybook-session';

const A_MINUTE = 60_000;

/** 303 to a page of this site after a command; `notice` is shown there once. */
export function seeOther(
  response: Response,
  href: string,
  { notice, written }: { readonly notice?: string; readonly written?: CommandResult } = {},
): void {
  if (notice !== undefined) setCookie(response, NOTICE, notice, { maxAge: A_MINUTE });
  if (written) rememberWritten(response, written);
  redirect(response, 303, href);
}

/** Pages this browser asks for next wait for what was written (see WRITTEN_UP_TO). */
export function rememberWritten(response: Response, { position }: CommandResult): void {
  const before = Number(readCookie(response.req, WRITTEN_UP_TO) ?? 0);
  const latest = Number.isSafeInteger(before) && before > position ? before : position;
  setCookie(response, WRITTEN_UP_TO, String(latest), { maxAge: A_MINUTE });
}

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** true: what this browser wrote last is not in the read models yet. */
      behind?: boolean;
    }
  }
}

/** After this the page is shown with a hint that it is behind. */
const LONGEST_MS = 2_000;

/** Middleware before every GET except health checks. */
export function ownWritesFirst(readModels: Pick<RunningReadModels, 'waitFor'>): RequestHandler {
  return (request, _response, next) => {
    if (request.method !== 'GET' || HEALTH_CHECKS.includes(request.path)) return next();
    readOwnWrites(request, readModels).then(() => next(), next);
  };
}

async function readOwnWrites(
  request: Request,
  readModels: Pick<RunningReadModels, 'waitFor'>,
): Promise<void> {
  await waitForOwnWrites(request, readModels);
  // The person was looked up before the wait: the language they have just chosen is not among what was found.
  if (request.behind !== false || !request.signedIn || !request.signedInStill) return;
  const person = await request.signedInStill();
  if (person) request.signedIn = person;
  else delete request.signedIn;
}

export async function waitForOwnWrites(
  request: Request,
  readModels: Pick<RunningReadModels, 'waitFor'>,
): Promise<void> {
  const position = positionIn(request);
  if (position !== undefined) request.behind = !(await readModels.waitFor(position, LONGEST_MS));
}

function positionIn(request: Request): number | undefined {
  const cookie = readCookie(request, WRITTEN_UP_TO);
  if (cookie === undefined || !/^\d{1,15}$/.test(cookie)) return undefined;
  return Number(cookie);
}

const cookiesOf = new WeakMap<Request, Cookies>();

/** The value of one cookie, decoded; undefined where it is missing or not decodable. */
export function readCookie(request: Request, name: string): string | undefined {
  let cookies = cookiesOf.get(request);
  if (!cookies)
    cookiesOf.set(request, (cookies = parseCookie(request.headers.cookie ?? '', { decode: decoded })));
  return cookies[name];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Setting of the Express application: cookies only travel over HTTPS, whatever this request came by. */
export const SECURE_COOKIES = 'secure cookies';

interface Lifetime {
  /** Milliseconds; 0 ends the cookie. */
  readonly maxAge: number;
}

export function setCookie(response: Response, name: string, value: string, { maxAge }: Lifetime): void {
  const { req: request, app } = response;
  const secure = request.secure || app.get(SECURE_COOKIES) === true;
  // Half of a character cannot be encoded.
  response.cookie(name, value.toWellFormed(), { maxAge, httpOnly: true, sameSite: 'lax', path: '/', secure });
}
