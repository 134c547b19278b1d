// People read their own writes: a page that follows a command waits until the read models have passed it.
import type { Request, RequestHandler, Response } from 'express';
import { readCookie, WRITTEN_UP_TO, NOTICE, setCookie } from './cookies.js';
import { HEALTH } from './system-addresses.js';
import type { RunningReadModels } from '#query-handling/running-read-models.js';
import type { CommandResult } from '../domain/command.js';

/** Longer than this nobody should look at an empty window: then the page says that it is behind. */
const LONGEST_MS = 2_000;

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** true: what this browser wrote last is not in the read models yet. */
      behind?: boolean;
    }
  }
}

/** Before every GET, of forms as well; who watches is not kept waiting. No interceptor: those take every request through RxJS. */
export function ownWritesFirst(readModels: Pick<RunningReadModels, 'waitFor'>): RequestHandler {
  return (request, _response, next) => {
    if (request.method !== 'GET' || request.path === HEALTH) return next();
    waitForOwnWrites(request, readModels).then(() => next(), next);
  };
}

export async function waitForOwnWrites(
  request: Request,
  readModels: Pick<RunningReadModels, 'waitFor'>,
): Promise<void> {
  const position = positionIn(request);
  if (position !== undefined) request.behind = !(await readModels.waitFor(position, LONGEST_MS));
}

/** A forged cookie makes its own browser wait, nobody else. */
function positionIn(request: Request): number | undefined {
  const cookie = readCookie(request, WRITTEN_UP_TO);
  if (cookie === undefined || !/^\d{1,15}$/.test(cookie)) return undefined;
  return Number(cookie);
}

// After something was written: back to a page, which says so and waits until it can show it.
const A_MINUTE = 60_000;

/** 303 to a page of this site. `notice` is said there, once. */
export function seeOther(
  response: Response,
  href: string,
  { notice, written }: { readonly notice?: string; readonly written?: CommandResult } = {},
): void {
  if (notice !== undefined) setCookie(response, NOTICE, notice, { maxAge: A_MINUTE });
  if (written) rememberWritten(response, written);
  response.statusCode = 303;
  response.setHeader('Location', href);
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

/** Pages this browser asks for next wait for what was written (see WRITTEN_UP_TO). */
export function rememberWritten(response: Response, { position }: CommandResult): void {
  const before = Number(readCookie(response.req, WRITTEN_UP_TO) ?? 0);
  const latest = Number.isSafeInteger(before) && before > position ? before : position;
  setCookie(response, WRITTEN_UP_TO, String(latest), { maxAge: A_MINUTE });
}
