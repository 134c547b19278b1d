// The first start's link creates the first admin; others are of one person.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { isPersonLinkToken } from '#identity/one-time-links.js';
import { WELCOME_PATH } from '../addresses/system-addresses.js';
import { Public } from '../authorization/authorization.decorators.js';
import { readTextInput, type Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import type { Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CorrelationId,
  CurrentRequest,
  CurrentTranslations,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { FirstAdminAnswers } from './first-admin-answers.js';
import { PersonLinkAnswers } from './person-link-answers.js';

// The token of a one-time link authenticates.
@Workload('page')
@Controller(WELCOME_PATH)
export class WelcomeController {
  constructor(
    private readonly firstAdmin: FirstAdminAnswers,
    private readonly personLinks: PersonLinkAnswers,
  ) {}

  @Get()
  @Public()
  async ask(
    @Query('token') named: unknown,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const token = String(named ?? '');
    return isPersonLinkToken(token)
      ? this.personLinks.ask({ token, correlationId, t })
      : this.firstAdmin.ask(token, t);
  }

  @Post()
  @Public()
  async make(
    @Body(FormPipe) form: Form,
    @CurrentRequest() request: RequestInput,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return isPersonLinkToken(readTextInput(form, 'token'))
      ? this.personLinks.use(form, request, t)
      : this.firstAdmin.register(form, request.correlationId, t);
  }
}
