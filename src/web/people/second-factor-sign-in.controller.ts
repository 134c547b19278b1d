// The second page of signing in: the pending cookie says who gave the right password, and opens nothing else.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { RecoveryCodesPage } from '#views/pages/recovery-codes.js';
import { SignInSetUpPage } from '#views/pages/sign-in-set-up.js';
import { SignInCodePage } from '#views/pages/sign-in-code.js';
import type { Translate } from '#views/messages/translate.js';
import { SIGN_IN_CODE_PATH, SIGN_IN_PATH, SIGN_IN_SET_UP_PATH } from '#views/addresses.js';
import { PendingSignIns } from '#identity/pending-sign-ins.js';
import { People } from '#identity/people.js';
import { CurrentSignInRules } from '#identity/current-sign-in-rules.js';
import { SecondFactors } from '#identity/second-factors.js';
import type { ClientOrigin, PendingSignIn } from '#identity/sign-in.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { presentQrCode } from './qr-code.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { Public } from '../authorization/authorization.decorators.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { PENDING_SIGN_IN_COOKIE, REMEMBERED_BROWSER_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
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
@Controller()
export class SecondFactorSignInController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly answers: SessionAnswers,
    private readonly secondFactors: SecondFactors,
    private readonly people: People,
    private readonly rules: CurrentSignInRules,
  ) {}

  @Get(SIGN_IN_CODE_PATH)
  @Public()
  async ask(
    @PendingSignInCookie() cookie: string | undefined,
    @Query('next') next: unknown,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    if (!(await this.pending.open(cookie))) return startAgain(toLocalAddress(next), t);
    return this.codePage({ next: toLocalAddress(next) }, t);
  }

  @Post(SIGN_IN_CODE_PATH)
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
      const { code = '', remember } = form;
      const given = { code, remember: remember === 'true', correlationId, ...origin };
      const { begun, remembered } = await this.pending.finish(cookie, given);
      const cookies = remembered
        ? [{ name: REMEMBERED_BROWSER_COOKIE, value: remembered.cookie, maxAge: remembered.maxAge }]
        : [];
      return await this.answers.proceed(begun, next, { session, correlationId }, cookies);
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      const code = failure.reasons[0]?.code;
      if (code === 'NOT_SIGNED_IN') return startAgain(next, t);
      if (code !== 'SECOND_FACTOR_WRONG' && code !== 'TOO_MANY_ATTEMPTS') throw error;
      return this.codePage({ next, failure }, t);
    }
  }

  @Get(SIGN_IN_SET_UP_PATH)
  @Public()
  async askSetUp(
    @PendingSignInCookie() cookie: string | undefined,
    @Query('next') next: unknown,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const pending = await this.pending.open(cookie);
    if (pending?.next !== 'set-up') return startAgain(toLocalAddress(next), t);
    return this.setUpPage(pending, { site, next: toLocalAddress(next) }, t);
  }

  /** Recovery codes are shown once, in the answer, which begins the session. */
  @Post(SIGN_IN_SET_UP_PATH)
  @Public()
  async setUp(
    @PendingSignInCookie() cookie: string | undefined,
    @SessionCookie() session: string | undefined,
    @Body(FormPipe) form: Form,
    @CurrentClientOrigin() origin: ClientOrigin,
    @BaseUrl() site: string,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [next, sealed] = [toLocalAddress(form['next']), form['setUp'] ?? ''];
    try {
      const given = { sealed, code: form['code'] ?? '', correlationId, ...origin };
      const { begun, recoveryCodes } = await this.pending.setUp(cookie, given);
      const props = { codes: recoveryCodes, next: await this.answers.findPage(begun, next) };
      // Sent again, it shows the recovery codes again: the pending cookie stays until its time is over.
      const cookies = (await this.answers.begin(begun, { session, correlationId })).filter(
        ({ name }) => name !== PENDING_SIGN_IN_COOKIE,
      );
      const content = { title: t('secondFactor.recoveryCodes') };
      return page(RecoveryCodesPage, props, content, { cookies, written: begun.written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      const pending = await this.pending.open(cookie);
      if (!pending || failure.reasons[0]?.code === 'NOT_SIGNED_IN') return startAgain(next, t);
      if (failure.reasons[0]?.code !== 'SECOND_FACTOR_WRONG') throw error;
      return this.setUpPage(pending, { site, next, sealed, failure }, t);
    }
  }

  private async setUpPage(
    { person }: PendingSignIn,
    { site, next, sealed, failure }: SetUpPageSource,
    t: Translate,
  ): Promise<Answer> {
    const signInName = (await this.people.signInName(person)) ?? '';
    const begun = await this.secondFactors.beginAgain(person.id, sealed, { signInName, site });
    const { uri, ...setUp } = begun;
    const props = {
      next,
      errors: groupErrorsByField(failure?.reasons ?? [], 'code'),
      setUp: { ...setUp, qrCode: presentQrCode(uri) },
    };
    return page(SignInSetUpPage, props, { title: t('secondFactor.setUpFirst') }, { status: failure?.status });
  }

  private async codePage({ next, failure }: CodePageSource, t: Translate): Promise<Answer> {
    const errors =
      failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [];
    const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
    const { rememberDays } = await this.rules.read();
    return page(SignInCodePage, { next, errors, rememberDays }, { title: t('signIn.title') }, reply);
  }
}

interface CodePageSource {
  readonly next: string;
  readonly failure?: RequestFailure;
}

interface SetUpPageSource extends CodePageSource {
  readonly site: string;
  readonly sealed?: string;
}

const startAgain = (next: string, t: Translate): Answer =>
  goTo(`${SIGN_IN_PATH}?next=${encodeURIComponent(next)}`, {
    cookies: [{ name: PENDING_SIGN_IN_COOKIE, value: '', maxAge: 0 }],
    notice: t('secondFactor.startAgain'),
  });
