import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { CommandResult } from '#domain/command.js';
import { basePathOf } from '../addresses/base-path.js';
import { redirect } from '../addresses/local-address.js';
import {
  cookiePrefixFor,
  NOTICE_COOKIE,
  readCookie,
  REFUSAL_COOKIE,
  WRITTEN_UP_TO_COOKIE,
} from './cookies.js';

/** Injection token: true for `Secure` cookies behind any proxy. */
export const SECURE_COOKIES = Symbol('SECURE_COOKIES');

export interface CookieLifetime {
  /** Milliseconds; 0 deletes the cookie. */
  readonly maxAge: number;
}

export interface SetCookie extends CookieLifetime {
  readonly name: string;
  readonly value: string;
}

interface OnceShown {
  readonly notice?: string;
  readonly refusal?: string;
}

const A_MINUTE = 60_000;

/** Characters: encoded, they fit into the 4,096 bytes of a cookie. */
const MAX_REFUSAL = 400;

@Injectable()
export class ResponseCookies {
  constructor(@Inject(SECURE_COOKIES) private readonly areSecure: boolean) {}

  set(response: Response, { name, value, maxAge }: SetCookie): void {
    const secure = response.req.secure || this.areSecure;
    // Lone surrogates cannot be encoded.
    response.cookie(`${cookiePrefixFor(response.req)}${name}`, value.toWellFormed(), {
      maxAge,
      httpOnly: true,
      sameSite: 'lax',
      // Other programs of the site get no cookie of Daybook.
      path: basePathOf(response) || '/',
      secure,
    });
  }

  /** See `WRITTEN_UP_TO_COOKIE`. */
  rememberWritten(response: Response, { position }: CommandResult): void {
    const before = Number(readCookie(response.req, WRITTEN_UP_TO_COOKIE) ?? 0);
    const latest = Number.isSafeInteger(before) && before > position ? before : position;
    this.set(response, { name: WRITTEN_UP_TO_COOKIE, value: String(latest), maxAge: A_MINUTE });
  }

  /** `notice` and `refusal` are shown there once. */
  seeOther(
    response: Response,
    href: string,
    { notice, refusal, written }: OnceShown & { readonly written?: CommandResult } = {},
  ): void {
    if (notice !== undefined) this.set(response, { name: NOTICE_COOKIE, value: notice, maxAge: A_MINUTE });
    if (refusal !== undefined)
      this.set(response, { name: REFUSAL_COOKIE, value: refusal.slice(0, MAX_REFUSAL), maxAge: A_MINUTE });
    if (written) this.rememberWritten(response, written);
    redirect(response, 303, href);
  }

  /** Once a page shows them. */
  clearMessages(response: Response): void {
    for (const name of [NOTICE_COOKIE, REFUSAL_COOKIE])
      if (readCookie(response.req, name)) this.set(response, { name, value: '', maxAge: 0 });
  }
}
