// GET and POST /-/welcome: one-time links. That of the first start makes the first admin; behind the others, people choose a password.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { ChoosePasswordPage } from '#views/pages/choose-password.js';
import { RegisterPage } from '#views/pages/register.js';
import { FirstAdmin } from '#identity/first-admin.js';
import { Answers } from '../rendering/answer-kind.js';
import { Public } from '../authorization/authorization.js';
import { SignIn } from '#identity/sign-in.js';
import { isPersonToken, OneTimeLinks } from '#identity/one-time-links.js';
import { People } from '#identity/sessions.js';
import { seeOther } from '../http/cookies.js';
import { errorsByField } from '../errors/errors-by-field.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts } from '../layout/page-layout.js';
import { sendPage } from '../rendering/page-rendering.js';
import { SIGN_IN } from '#views/addresses.js';
import { WELCOME } from '../addresses/system-addresses.js';
import { translateFor } from '../language.js';

interface WelcomeForm {
  readonly token: string;
  readonly name: string;
  readonly signInName: string;
  readonly failure?: RequestFailure;
}

// The token of a one-time link authenticates.
@Public()
@Answers('page')
@Controller(WELCOME)
export class WelcomeController {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly links: OneTimeLinks,
    private readonly people: People,
    private readonly signIn: SignIn,
    private readonly frames: PageLayouts,
  ) {}

  @Get()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const token = String(request.query['token'] ?? '');
    if (isPersonToken(token)) return this.choosing(request, response, token);
    await this.firstAdmin.admit(token);
    await this.page(request, response, { token, name: '', signInName: '' });
  }

  @Post()
  async make(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const [token, name, signInName] = [
      textInput(form, 'token'),
      textInput(form, 'name'),
      textInput(form, 'signInName'),
    ];
    const password = form['password'] ?? '';
    if (isPersonToken(token)) return this.choose(request, response, token, password);
    try {
      const made = await this.firstAdmin.make(token, { name, signInName, password }, request.correlationId);
      seeOther(response, SIGN_IN, {
        notice: translateFor(request)('register.firstAdminMade'),
        written: made.written,
      });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen || failure.kind === 'gone') throw error;
      await this.page(request, response, { token, name, signInName, failure });
    }
  }

  private async choose(request: Request, response: Response, token: string, password: string): Promise<void> {
    try {
      const written = await this.links.choose(token, password, request.correlationId);
      seeOther(response, SIGN_IN, { notice: translateFor(request)('register.passwordChosen'), written });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.kind !== 'invalid') throw error;
      await this.choosing(request, response, token, failure);
    }
  }

  private async choosing(
    request: Request,
    response: Response,
    token: string,
    failure?: RequestFailure,
  ): Promise<void> {
    const id = await this.links.admit(token, request.correlationId);
    const person = await this.people.byId(id);
    const page = createElement(ChoosePasswordPage, {
      frame: await this.frames.of(request, { title: translateFor(request)('register.choosePassword') }),
      action: WELCOME,
      hidden: { token },
      name: person ? (await this.people.signedIn(person)).name : '',
      signInName: (person && (await this.people.signInName(person))) ?? null,
      errors: Object.values(errorsByField(failure?.reasons ?? [], 'password')).flat(),
    });
    await sendPage(response, page, failure?.status);
  }

  private async page(
    request: Request,
    response: Response,
    { token, failure, ...said }: WelcomeForm,
  ): Promise<void> {
    const t = translateFor(request);
    const heading = t('register.becomeFirstAdmin');
    const page = createElement(RegisterPage, {
      frame: await this.frames.of(request, { title: heading }),
      heading,
      action: WELCOME,
      hidden: { token },
      asksPassword: true,
      ...((await this.signIn.demoPeople()).length > 0 && { note: t('register.examplesEnd') }),
      ...said,
      errors: errorsByField(failure?.reasons ?? [], 'name'),
    });
    await sendPage(response, page, failure?.status);
  }
}
