// After something was written: back to a page, which says so and waits until it can show it.
import type { Response } from 'express';
import type { CommandResult } from '../domain/command.js';
import { NOTICE, SEEN, readCookie, setCookie } from './cookies.js';

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

/** Pages this browser asks for next wait for what was written (see SEEN). */
export function rememberWritten(response: Response, { position }: CommandResult): void {
  const before = Number(readCookie(response.req, SEEN) ?? 0);
  const latest = Number.isSafeInteger(before) && before > position ? before : position;
  setCookie(response, SEEN, String(latest), { maxAge: A_MINUTE });
}
