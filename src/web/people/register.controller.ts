// GET and POST /-/people/new: an admin registers a person.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { RegisterPage } from '#views/pages/register.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { seeOther } from '../http/cookies.js';
import { errorsByField } from '../errors/errors-by-field.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm, textInput } from '../http/request-body.js';
import { PageLayouts } from '../layout/page-layout.js';
import { isId, personHref } from '../addresses/page-addresses.js';
import { sendPage } from '../rendering/page-rendering.js';
import { REGISTER } from '../addresses/system-addresses.js';
import { LinkPages } from './link-pages.js';
import { Commands, createCommandContext } from '../authorization/commands.js';
import { translateFor } from '../language.js';

interface RegistrationForm {
  readonly id: string;
  readonly commandId: string;
  readonly name: string;
  readonly signInName: string;
  readonly failure?: RequestFailure;
}

/** There is somebody with this id already: what is sent the next time is about somebody else. */
const OF_ANOTHER: ReadonlySet<string> = new Set(['COMMAND_REUSED', 'ALREADY_OPEN', 'ID_TAKEN']);

@Answers('page')
@ForAdmins('to.register-people')
@Controller(REGISTER)
export class RegisterController {
  constructor(
    private readonly commands: Commands,
    private readonly frames: PageLayouts,
    private readonly linkPages: LinkPages,
  ) {}

  @Get()
  async ask(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response, { id: uuid(), commandId: uuid(), name: '', signInName: '' });
  }

  @Post()
  async register(@Req() request: Request, @Res() response: Response): Promise<void> {
    const form = readForm(request);
    const context = createCommandContext(request, form['commandId']);
    const id = isId(form['id'] ?? '') ? form['id']! : uuid();
    const [name, signInName] = [textInput(form, 'name'), textInput(form, 'signInName')];
    const made = this.linkPages.make(id, context);
    const signsIn = signInName.trim() !== '';
    try {
      const command = new RegisterUser({
        id,
        name,
        context,
        // Somebody without a sign-in name is known, but does not sign in.
        ...(signsIn && { signInName, link: made.link }),
      });
      const written = await this.commands.send(command);
      if (signsIn)
        return await this.linkPages.show(request, response, { id, name: name.trim(), made, written });
      seeOther(response, personHref(id), {
        notice: translateFor(request)('register.registered', { name: name.trim() }),
        written,
      });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen || failure.kind === 'not permitted') throw error;
      // What may have been saved after all is sent again as the same command; what was refused becomes another one.
      const commandId = failure.kind === 'unavailable' ? context.commandId : uuid();
      const next = failure.reasons.some(({ code }) => OF_ANOTHER.has(code)) ? uuid() : id;
      await this.page(request, response, { id: next, commandId, name, signInName, failure });
    }
  }

  private async page(
    request: Request,
    response: Response,
    { id, commandId, failure, ...said }: RegistrationForm,
  ): Promise<void> {
    const heading = translateFor(request)('register.person');
    const page = createElement(RegisterPage, {
      frame: await this.frames.of(request, { title: heading }),
      heading,
      action: REGISTER,
      hidden: { id, commandId },
      asksPassword: false,
      ...said,
      errors: errorsByField(failure?.reasons ?? [], 'name'),
    });
    await sendPage(response, page, failure?.status);
  }
}
