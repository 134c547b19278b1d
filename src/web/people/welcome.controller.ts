// The first start's link creates the first admin; others set a password.
import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { ChoosePasswordPage } from '#views/pages/choose-password.js';
import { SignInByLinkPage } from '#views/pages/sign-in-by-link.js';
import { RegisterPersonPage } from '#views/pages/register-person.js';
import { FirstAdmin } from '#identity/first-admin.js';
import { Workload } from '../rendering/response-workload.js';
import { Public } from '../authorization/authorization.decorators.js';
import { SignIn, type ClientOrigin } from '#identity/sign-in.js';
import { LinkSignIn } from '#identity/link-sign-in.js';
import { isPersonLinkToken, OneTimeLinks } from '#identity/one-time-links.js';
import { People } from '#identity/people.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  CorrelationId,
  CurrentClientOrigin,
  SessionCookie,
  FormPipe,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { Translate } from '#views/messages/translate.js';
import { SIGN_IN_PATH } from '#views/addresses.js';
import { HOME_PATH } from '../addresses/landing-page.js';
import { SessionAnswers } from './session-answers.js';
import { WELCOME_PATH } from '../addresses/system-addresses.js';

interface WelcomeForm {
  readonly token: string;
  readonly name: string;
  readonly signInName: string;
  readonly failure?: RequestFailure;
}

interface LinkRequest {
  readonly token: string;
  readonly correlationId: string;
  readonly t: Translate;
}

// The token of a one-time link authenticates.
@Workload('page')
@Controller(WELCOME_PATH)
export class WelcomeController {
  @Inject(SessionAnswers) private readonly sessions!: SessionAnswers;

  constructor(
    private readonly firstAdmin: FirstAdmin,
    private readonly links: OneTimeLinks,
    private readonly people: People,
    private readonly signIn: SignIn,
    private readonly linkSignIn: LinkSignIn,
  ) {}

  @Get()
  @Public()
  async ask(
    @Query('token') named: unknown,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const token = String(named ?? '');
    if (isPersonLinkToken(token)) return this.passwordPage({ token, correlationId, t });
    await this.firstAdmin.admit(token);
    return this.firstAdminPage({ token, name: '', signInName: '' }, t);
  }

  @Post()
  @Public()
  async make(
    @Body(FormPipe) form: Form,
    @CurrentClientOrigin() origin: ClientOrigin,
    @SessionCookie() session: string | undefined,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [token, name, signInName] = [
      readTextInput(form, 'token'),
      readTextInput(form, 'name'),
      readTextInput(form, 'signInName'),
    ];
    const password = form['password'] ?? '';
    if (isPersonLinkToken(token) && form['password'] === undefined) {
      const begun = await this.linkSignIn.signIn(
        { token, code: readTextInput(form, 'code') },
        origin,
        correlationId,
      );
      return this.sessions.welcome({ begun, next: HOME_PATH }, { session, correlationId });
    }
    if (isPersonLinkToken(token)) return this.choosePassword({ token, correlationId, t }, password);
    try {
      const made = await this.firstAdmin.make(token, { name, signInName, password }, correlationId);
      return goTo(SIGN_IN_PATH, { notice: t('register.firstAdminMade'), written: made.written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'gone') throw error;
      return this.firstAdminPage({ token, name, signInName, failure }, t);
    }
  }

  private async choosePassword(request: LinkRequest, password: string): Promise<Answer> {
    const { token, correlationId, t } = request;
    try {
      const written = await this.links.choose(token, password, correlationId);
      return goTo(SIGN_IN_PATH, { notice: t('register.passwordChosen'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.kind !== 'invalid') throw error;
      return this.passwordPage(request, failure);
    }
  }

  private async passwordPage(
    { token, correlationId, t }: LinkRequest,
    failure?: RequestFailure,
  ): Promise<Answer> {
    const id = await this.links.verify(token, correlationId);
    const person = await this.people.byId(id);
    const name = person ? (await this.people.signedIn(person)).name : '';
    if (person && this.linkSignIn.isFor(person)) {
      const title = t('register.signInByLink', { name });
      const asksCode = await this.linkSignIn.asksCode(person);
      return page(SignInByLinkPage, { action: WELCOME_PATH, hidden: { token }, name, asksCode }, { title });
    }
    const props = {
      action: WELCOME_PATH,
      hidden: { token },
      name,
      signInName: (person && (await this.people.signInName(person))) ?? null,
      errors: Object.values(groupErrorsByField(failure?.reasons ?? [], 'password')).flat(),
    };
    const content = { title: t('register.choosePassword') };
    return page(ChoosePasswordPage, props, content, { status: failure?.status });
  }

  private async firstAdminPage({ token, failure, ...typed }: WelcomeForm, t: Translate): Promise<Answer> {
    const heading = t('register.becomeFirstAdmin');
    const props = {
      heading,
      action: WELCOME_PATH,
      hidden: { token },
      asksPassword: true,
      ...((await this.signIn.demoPeople()).length > 0 && { note: t('register.examplesEnd') }),
      ...typed,
      errors: groupErrorsByField(failure?.reasons ?? [], 'name'),
    };
    return page(RegisterPersonPage, props, { title: heading }, { status: failure?.status });
  }
}
