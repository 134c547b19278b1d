import { v7 as uuid } from 'uuid';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { RecoveryCodesPage } from '#views/pages/recovery-codes.js';
import { SecondFactorPage } from '#views/pages/second-factor.js';
import type { Translate } from '#views/messages/translate.js';
import { ACCOUNT_PATH, SECOND_FACTOR_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import { OwnSecondFactor } from '#identity/own-second-factor.js';
import { People } from '#identity/people.js';
import { SecondFactorSetUps } from '#identity/second-factor/second-factor-set-ups.js';
import { SecondFactors } from '#identity/second-factor/second-factors.js';
import { SECOND_FACTOR_COMMAND } from '#identity/sign-in/signing-confirmation.js';
import { countUnusedCodes } from '#domain/user/second-factor-state.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { signingHref } from '../addresses/system-addresses.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { SESSION_COOKIE, SIGNING_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
  CurrentRequest,
  CurrentTranslations,
  CurrentViewer,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { presentQrCode } from './qr-code.js';

interface SecondFactorRequest {
  readonly viewer: SignedInPerson;
  readonly site: string;
  readonly t: Translate;
  /** Of the form that comes back. */
  readonly commandId?: string | undefined;
}

@Workload('page')
@Controller(SECOND_FACTOR_PATH)
export class SecondFactorController {
  constructor(
    private readonly own: OwnSecondFactor,
    private readonly people: People,
    private readonly secondFactors: SecondFactors,
    private readonly setUps: SecondFactorSetUps,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ viewer, site, t });
  }

  /** Recovery codes are shown once, in the answer. */
  @Post()
  async setUp(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { setUp = '', code = '', password = '', commandId }: Form,
    @CurrentRequest() request: RequestInput,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const given = { ...toOwnRequest(viewer, { code, password, commandId }, request), sealed: setUp };
    try {
      const { recoveryCodes, written } = await this.own.setUp(given);
      const props = { codes: recoveryCodes, next: ACCOUNT_PATH };
      return page(RecoveryCodesPage, props, { title: t('secondFactor.recoveryCodes') }, { written });
    } catch (error) {
      return this.page({ viewer, site, t, commandId }, toShownFailure(error, t), setUp);
    }
  }

  @Post('off')
  async turnOff(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) { code = '', password = '', commandId }: Form,
    @CurrentRequest() request: RequestInput,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    try {
      await this.own.turnOff(toOwnRequest(viewer, { code, password, commandId }, request));
    } catch (error) {
      return this.page({ viewer, site, t, commandId }, toShownFailure(error, t));
    }
    return goTo(SIGN_IN_PATH, {
      cookies: [{ name: SESSION_COOKIE, value: '', maxAge: 0 }],
      notice: t('secondFactor.turnedOff'),
    });
  }

  private async page(
    { viewer, site, t, commandId = `${SECOND_FACTOR_COMMAND}${uuid()}` }: SecondFactorRequest,
    failure?: RequestFailure,
    sealed?: string,
  ): Promise<Answer> {
    const [document, state] = await Promise.all([
      this.people.byId(viewer.id),
      this.secondFactors.read(viewer.id),
    ]);
    const by = document && (await this.own.findConfirmation(document));
    if (!state || !document || !by) throw createBuiltInRefusal('NO_PASSWORD');
    const signInName = (await this.people.signInName(document)) ?? viewer.name;
    const errors = groupErrorsByField(failure?.reasons ?? [], 'code');
    const { secondFactor } = state;
    const shown = secondFactor
      ? { unusedCodes: countUnusedCodes(secondFactor) }
      : { setUp: await this.presentSetUp(viewer.id, sealed, { signInName, site }) };
    const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
    return page(
      SecondFactorPage,
      {
        signInName,
        errors,
        ...shown,
        ...(by === 'provider' && { confirm: { commandId, href: signingHref(commandId) } }),
      },
      { title: t('secondFactor.title') },
      reply,
    );
  }

  private async presentSetUp(
    person: string,
    sealed: string | undefined,
    named: { readonly signInName: string; readonly site: string },
  ) {
    const { uri, ...setUp } = await this.setUps.begin(person, sealed, named);
    return { ...setUp, qrCode: presentQrCode(uri) };
  }
}

const toOwnRequest = (
  { id, session }: SignedInPerson,
  {
    commandId,
    ...given
  }: { readonly code: string; readonly password: string; readonly commandId: string | undefined },
  { client: { address }, correlationId, cookies, path }: RequestInput,
) => ({
  id,
  ...given,
  address,
  correlationId,
  ...(session !== undefined && { session }),
  // After a wrong code, another comes with the same confirmation.
  confirmation: { seal: cookies[SIGNING_COOKIE], command: commandId, form: path },
});

/** Rethrows what no form can show. */
function toShownFailure(error: unknown, t: Translate): RequestFailure {
  const failure = translateFailure(t.language, toRequestFailure(error));
  if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable') throw error;
  return failure;
}
