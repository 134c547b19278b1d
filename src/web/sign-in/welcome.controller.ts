// GET and POST /-/welcome: the one-time link of the first start makes the first admin.
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { RegisterPage } from '../../../views/pages/register.js';
import { FirstAdmin } from '../../identity/first-admin.js';
import { seeOther } from '../after-write.js';
import { errorsByField } from '../errors-by-field.js';
import { failureOf, type Failure } from '../failure.js';
import { formOf, typed } from '../form.js';
import { Frames } from '../frames.js';
import { sendPage } from '../send-page.js';
import { SIGN_IN, WELCOME } from '../system-addresses.js';

interface Typed {
  readonly token: string;
  readonly name: string;
  readonly signInName: string;
  readonly failure?: Failure;
}

@Controller(WELCOME)
export class WelcomeController {
  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly frames: Frames,
  ) {}

  @Get()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    const token = String(request.query['token'] ?? '');
    await this.firstAdmin.admit(token);
    await this.page(request, response, { token, name: '', signInName: '' });
  }

  @Post()
  async make(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = formOf(request);
    const [token, name, signInName] = [typed(form, 'token'), typed(form, 'name'), typed(form, 'signInName')];
    const password = form['password'] ?? '';
    try {
      const made = await this.firstAdmin.make(token, { name, signInName, password }, request.correlationId);
      const notice = 'You are the first admin. Sign in with the name and password you have just chosen.';
      seeOther(response, SIGN_IN, { notice, written: made.written });
    } catch (error) {
      const failure = failureOf(error);
      if (failure.unforeseen || failure.status === 404) throw error;
      await this.page(request, response, { token, name, signInName, failure });
    }
  }

  private async page(
    request: Request,
    response: Response,
    { token, failure, ...said }: Typed,
  ): Promise<void> {
    const heading = 'Welcome: become the first admin';
    const page = createElement(RegisterPage, {
      frame: await this.frames.of(request, { title: heading }),
      heading,
      action: WELCOME,
      hidden: { token },
      ...said,
      errors: errorsByField(failure?.reasons ?? [], 'name'),
    });
    sendPage(response, page, failure?.status);
  }
}
