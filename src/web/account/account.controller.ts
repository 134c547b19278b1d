// GET /-/account, POST /-/account/password and …/sessions: one's own password, and where one is signed in.
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { AccountPage } from '#views/pages/account.js';
import { Accounts } from '#identity/accounts.js';
import { People, LASTS } from '#identity/sessions.js';
import { Answers } from '../answer-kind.js';
import { seeOther, SESSION, setCookie } from '../cookies.js';
import { errorsByField } from '../errors-by-field.js';
import { failureOf, type RequestFailure } from '../failure.js';
import { formOf } from '../body.js';
import { PageFrames } from '../frames.js';
import { clientOrigin } from '../client-origin.js';
import { presentSessions, sessionIn } from '../present/sessions.js';
import { retryAfter } from '../answer-headers.js';
import { sendPage } from '../rendering/page-rendering.js';
import { ACCOUNT, SIGN_IN } from '#views/addresses.js';
import { ACCOUNT_PASSWORD, ACCOUNT_SESSIONS } from '../system-addresses.js';
import { contextOf, signedInViewer } from '../commands.js';

@Answers('page')
@Controller(ACCOUNT)
export class AccountController {
  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly frames: PageFrames,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response);
  }

  @Post('password')
  async password(@Req() request: Request, @Res() response: Response): Promise<void> {
    const context = contextOf(request);
    const form = formOf(request);
    const typed = { old: form['oldPassword'] ?? '', password: form['password'] ?? '' };
    try {
      const { session } = signedInViewer(request);
      const within = session === undefined ? {} : { session };
      const begun = await this.accounts.changePassword({
        ...typed,
        ...clientOrigin(request),
        ...within,
        context,
      });
      if (begun) setCookie(response, SESSION, begun.cookie, { maxAge: LASTS });
      const notice = begun
        ? 'Your password is changed. You are signed out everywhere else.'
        : 'Your password is changed. Sign in with it in a moment.';
      seeOther(response, begun ? ACCOUNT : SIGN_IN, { notice, ...(begun && { written: begun.written }) });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      await this.page(request, response, failure);
    }
  }

  @Post('sessions')
  async sessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = signedInViewer(request);
    const session = sessionIn(formOf(request));
    const which = session === undefined ? { except: viewer.session } : { session };
    const written = await this.accounts.end(viewer.id, which, contextOf(request));
    const notice = session === undefined ? 'All other sessions are over.' : 'The session is over.';
    seeOther(response, ACCOUNT, { notice, written });
  }

  private async page(request: Request, response: Response, failure?: RequestFailure): Promise<void> {
    const viewer = signedInViewer(request);
    const [document, sessions] = await Promise.all([
      this.people.byId(viewer.id),
      this.accounts.openSessions(viewer.id, clientOrigin(request).address),
    ]);
    const page = createElement(AccountPage, {
      frame: await this.frames.of(request, { title: 'Your account' }),
      name: viewer.name,
      signInName: (document && (await this.people.signInName(document))) ?? null,
      hasPassword: document?.passwordHash != null,
      mustChange: viewer.passwordByAnother === true,
      password: { action: ACCOUNT_PASSWORD, errors: errorsByField(failure?.reasons ?? [], 'oldPassword') },
      sessions: presentSessions(sessions, {
        action: ACCOUNT_SESSIONS,
        commandId: uuid(),
        current: viewer.session,
      }),
    });
    if (failure) retryAfter(response, failure);
    await sendPage(response, page, failure?.status);
  }
}
