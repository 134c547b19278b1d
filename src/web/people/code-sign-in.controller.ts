// The second page of signing in: the pending cookie names the person, and opens nothing else.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { SIGN_IN_CODE_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { SignInCodePage } from '#views/pages/sign-in-code.js';
import { CurrentSignInRules } from '#identity/current-sign-in-rules.js';
import { CodeSignIn } from '#identity/sign-in/code-sign-in.js';
import { PendingSignIns } from '#identity/sign-in/pending-sign-ins.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { Public } from '../authorization/authorization.decorators.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { PENDING_SIGN_IN_COOKIE, REMEMBERED_BROWSER_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CurrentRequest,
  CurrentTranslations,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SessionAnswers } from './session-answers.js';
import { startAgain } from './start-again.js';

@Workload('page')
@Controller(SIGN_IN_CODE_PATH)
export class CodeSignInController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly codeSignIn: CodeSignIn,
    private readonly answers: SessionAnswers,
    private readonly rules: CurrentSignInRules,
  ) {}

  @Get()
  @Public()
  async ask(
    @CurrentRequest() { cookies }: RequestInput,
    @Query('next') next: unknown,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const pending = await this.pending.open(cookies[PENDING_SIGN_IN_COOKIE]);
    return pending ? this.page(toLocalAddress(next), t) : startAgain(toLocalAddress(next), t);
  }

  @Post()
  @Public()
  async finish(
    @Body(FormPipe) form: Form,
    @CurrentRequest() request: RequestInput,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const next = toLocalAddress(form['next']);
    const given = { code: form['code'] ?? '', remember: form['remember'] === 'true' };
    try {
      const cookie = request.cookies[PENDING_SIGN_IN_COOKIE];
      const { begun, remembered } = await this.codeSignIn.finish(cookie, given, request);
      const cookies = remembered
        ? [{ name: REMEMBERED_BROWSER_COOKIE, value: remembered.cookie, maxAge: remembered.maxAge }]
        : [];
      return await this.answers.welcome({ begun, next, cookies }, request);
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      const code = failure.reasons[0]?.code;
      if (code === 'NOT_SIGNED_IN') return startAgain(next, t);
      if (code !== 'SECOND_FACTOR_WRONG' && code !== 'TOO_MANY_ATTEMPTS') throw error;
      return this.page(next, t, failure);
    }
  }

  private async page(next: string, t: Translate, failure?: RequestFailure): Promise<Answer> {
    const errors =
      failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [];
    const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
    const { rememberDays } = await this.rules.read();
    return page(SignInCodePage, { next, errors, rememberDays }, { title: t('signIn.title') }, reply);
  }
}
