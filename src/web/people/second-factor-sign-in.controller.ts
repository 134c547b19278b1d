// The second page of signing in: the pending cookie says who gave the right password, and opens nothing else.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { SignInCodePage } from '#views/pages/sign-in-code.js';
import type { Translate } from '#views/messages/translate.js';
import { SIGN_IN_CODE_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import { PendingSignIns } from '#identity/pending-sign-ins.js';
import type { ClientOrigin } from '#identity/sign-in.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { Public } from '../authorization/authorization.decorators.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { PENDING_SIGN_IN_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  CorrelationId,
  CurrentClientOrigin,
  CurrentTranslations,
  FormPipe,
  PendingSignInCookie,
  SessionCookie,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SessionAnswers } from './session-answers.js';

@Workload('page')
@Controller(SIGN_IN_CODE_PATH)
export class SecondFactorSignInController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly answers: SessionAnswers,
  ) {}

  @Get()
  @Public()
  async ask(
    @PendingSignInCookie() cookie: string | undefined,
    @Query('next') next: unknown,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    if (!(await this.pending.open(cookie))) return startAgain(toLocalAddress(next), t);
    return createPage({ next: toLocalAddress(next) }, t);
  }

  @Post()
  @Public()
  async finish(
    @PendingSignInCookie() cookie: string | undefined,
    @SessionCookie() session: string | undefined,
    @Body(FormPipe) form: Form,
    @CurrentClientOrigin() origin: ClientOrigin,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const next = toLocalAddress(form['next']);
    try {
      const begun = await this.pending.finish(cookie, { code: form['code'] ?? '', correlationId, ...origin });
      return await this.answers.proceed(begun, next, { session, correlationId });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      const code = failure.reasons[0]?.code;
      if (code === 'NOT_SIGNED_IN') return startAgain(next, t);
      if (code !== 'SECOND_FACTOR_WRONG' && code !== 'TOO_MANY_ATTEMPTS') throw error;
      return createPage({ next, failure }, t);
    }
  }
}

const startAgain = (next: string, t: Translate): Answer =>
  goTo(`${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`, {
    cookies: [{ name: PENDING_SIGN_IN_COOKIE, value: '', maxAge: 0 }],
    notice: t('secondFactor.startAgain'),
  });

function createPage(
  { next, failure }: { readonly next: string; readonly failure?: RequestFailure },
  t: Translate,
): Answer {
  const errors =
    failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [];
  const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
  return page(SignInCodePage, { next, errors }, { title: t('signIn.title') }, reply);
}
