import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Authentication } from '#identity/authentication.js';
import { SessionActivity } from '#identity/session-activity.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { ReadModelsUnavailable } from '#projections/port/read-model-errors.js';
import { ACCOUNT_PATH, APPEARANCE_PATH, SIGN_IN_PATH, SIGN_OUT_PATH, TOKENS_PATH } from '#views/addresses.js';
import { HEALTH_CHECK_PATHS, WELCOME_PATH } from '../addresses/system-addresses.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { ResponseCookies } from '../http/response-cookies.js';
import { SESSION_COOKIE, readCookie } from '../http/cookies.js';

@Injectable()
export class AuthenticationMiddleware implements NestMiddleware {
  constructor(
    private readonly authentication: Authentication,
    private readonly activity: SessionActivity,
    private readonly cookies: ResponseCookies,
  ) {}

  use(request: Request, response: Response, next: NextFunction): void {
    // Health checks bypass authentication, so monitors get the same answer even when sessions cannot be verified.
    if (HEALTH_CHECK_PATHS.includes(request.path) && /^(GET|HEAD)$/.test(request.method)) return next();
    const authorization = request.path.startsWith('/api/') ? request.headers.authorization : undefined;
    const presented = {
      cookie: readCookie(request, SESSION_COOKIE),
      authorization,
      address: request.ip ?? '',
      correlationId: request.correlationId,
    };
    request.signedInStill = async () => this.authentication.recognise(presented);
    this.authentication.recognise(presented).then(
      async (signedIn) => {
        if (signedIn) request.signedIn = signedIn;
        if (signedIn?.session !== undefined && isActivity(request))
          // The next request renews it.
          await this.renew(response, presented.cookie ?? '', signedIn).catch(() => {});
        next(mustChooseFirst(request) ? createBuiltInRefusal('PASSWORD_TO_BE_CHANGED') : undefined);
      },
      (error: unknown) => {
        if (!(error instanceof ReadModelsUnavailable)) return next(error);
        request.notRecognised = error;
        next();
      },
    );
  }

  private async renew(response: Response, cookie: string, person: SignedInPerson): Promise<void> {
    const renewed = await this.activity.renew(cookie, person);
    if (renewed)
      this.cookies.set(response, { name: SESSION_COOKIE, value: renewed.cookie, maxAge: renewed.maxAge });
  }
}

/** Streams reconnect by themselves, so they keep no session alive. */
const isActivity = ({ headers: { accept = '' } }: Request): boolean => !accept.includes('text/event-stream');

/** A password set by an admin only permits changing it, or signing out. */
function mustChooseFirst({ signedIn, path }: Request): boolean {
  if (signedIn?.passwordByAnother !== true) return false;
  if (path.startsWith(TOKENS_PATH)) return true;
  return ![ACCOUNT_PATH, SIGN_IN_PATH, SIGN_OUT_PATH, WELCOME_PATH, APPEARANCE_PATH].some(
    (open) => path === open || path.startsWith(`${open}/`),
  );
}
