// Signing in where the rules ask for a second factor that is not set up yet.
import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { SIGN_IN_SET_UP_PATH } from '#views/addresses.js';
import { RecoveryCodesPage } from '#views/pages/recovery-codes.js';
import { SignInSetUpPage } from '#views/pages/sign-in-set-up.js';
import type { Translate } from '#views/messages/translate.js';
import { People } from '#identity/people.js';
import { SecondFactorSetUps } from '#identity/second-factor/second-factor-set-ups.js';
import { PendingSignIns } from '#identity/sign-in/pending-sign-ins.js';
import { SetUpSignIn } from '#identity/sign-in/set-up-sign-in.js';
import type { PendingSignIn } from '#identity/sign-in/sign-in-attempt.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { Public } from '../authorization/authorization.decorators.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { PENDING_SIGN_IN_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
  CurrentRequest,
  CurrentTranslations,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { presentQrCode } from './qr-code.js';
import { SessionAnswers } from './session-answers.js';
import { startAgain } from './start-again.js';

interface SetUpForm {
  readonly site: string;
  readonly next: string;
  readonly sealed?: string;
  readonly failure?: RequestFailure;
}

@Workload('page')
@Controller(SIGN_IN_SET_UP_PATH)
export class SetUpSignInController {
  constructor(
    private readonly pending: PendingSignIns,
    private readonly setUpSignIn: SetUpSignIn,
    private readonly setUps: SecondFactorSetUps,
    private readonly people: People,
    private readonly answers: SessionAnswers,
  ) {}

  @Get()
  @Public()
  async ask(
    @CurrentRequest() { cookies }: RequestInput,
    @Query('next') next: unknown,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const pending = await this.pending.open(cookies[PENDING_SIGN_IN_COOKIE]);
    if (pending?.next !== 'set-up') return startAgain(toLocalAddress(next), t);
    return this.page(pending, { site, next: toLocalAddress(next) }, t);
  }

  /** Recovery codes are shown once, in the answer, which begins the session. */
  @Post()
  @Public()
  async setUp(
    @Body(FormPipe) form: Form,
    @CurrentRequest() request: RequestInput,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const cookie = request.cookies[PENDING_SIGN_IN_COOKIE];
    const [next, sealed] = [toLocalAddress(form['next']), form['setUp'] ?? ''];
    try {
      const given = { sealed, code: form['code'] ?? '' };
      const { begun, recoveryCodes } = await this.setUpSignIn.finish(cookie, given, request);
      const props = { codes: recoveryCodes, next: await this.answers.findPage(begun, next) };
      // Sent again, it shows the recovery codes again: the pending cookie stays until its time is over.
      const cookies = (await this.answers.begin(begun, request)).filter(
        ({ name }) => name !== PENDING_SIGN_IN_COOKIE,
      );
      const content = { title: t('secondFactor.recoveryCodes') };
      return page(RecoveryCodesPage, props, content, { cookies, written: begun.written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      const pending = await this.pending.open(cookie);
      if (!pending || failure.reasons[0]?.code === 'NOT_SIGNED_IN') return startAgain(next, t);
      if (failure.kind !== 'not understood') throw error;
      return this.page(pending, { site, next, sealed, failure }, t);
    }
  }

  private async page(
    { attempt: { person } }: PendingSignIn,
    { site, next, sealed, failure }: SetUpForm,
    t: Translate,
  ): Promise<Answer> {
    const signInName = (await this.people.signInName(person)) ?? (await this.people.signedIn(person)).name;
    const { uri, ...setUp } = await this.setUps.begin(person.id, sealed, { signInName, site });
    const props = {
      next,
      errors: groupErrorsByField(failure?.reasons ?? [], 'code'),
      setUp: { ...setUp, qrCode: presentQrCode(uri) },
    };
    return page(SignInSetUpPage, props, { title: t('secondFactor.setUpFirst') }, { status: failure?.status });
  }
}
