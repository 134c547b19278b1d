// A one-time link sets a password, or signs in where no password is chosen.
import { Injectable } from '@nestjs/common';
import { SIGN_IN_PATH } from '#views/addresses.js';
import type { Translate } from '#views/messages/translate.js';
import { ChoosePasswordPage } from '#views/pages/choose-password.js';
import { SignInByLinkPage } from '#views/pages/sign-in-by-link.js';
import { OneTimeLinks } from '#identity/one-time-links.js';
import { People } from '#identity/people.js';
import { SecondFactors } from '#identity/second-factor/second-factors.js';
import { LinkSignIn } from '#identity/sign-in/link-sign-in.js';
import { HOME_PATH } from '../addresses/landing-page.js';
import { WELCOME_PATH } from '../addresses/system-addresses.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { SessionAnswers } from './session-answers.js';

interface LinkRequest {
  readonly token: string;
  readonly correlationId: string;
  readonly t: Translate;
}

@Injectable()
export class PersonLinkAnswers {
  constructor(
    private readonly links: OneTimeLinks,
    private readonly people: People,
    private readonly secondFactors: SecondFactors,
    private readonly linkSignIn: LinkSignIn,
    private readonly sessions: SessionAnswers,
  ) {}

  async ask({ token, correlationId, t }: LinkRequest, failure?: RequestFailure): Promise<Answer> {
    const person = await this.people.byId(await this.links.verify(token, correlationId));
    const name = person ? (await this.people.signedIn(person)).name : '';
    if (person && this.linkSignIn.isFor(person)) {
      const title = t('register.signInByLink', { name });
      const asksCode = await this.secondFactors.has(person.id);
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

  async use(form: Form, request: RequestInput, t: Translate): Promise<Answer> {
    const token = readTextInput(form, 'token');
    const { password } = form;
    if (password !== undefined)
      return this.choosePassword({ token, correlationId: request.correlationId, t }, password);
    const begun = await this.linkSignIn.signIn({ token, code: readTextInput(form, 'code') }, request);
    return this.sessions.welcome({ begun, next: HOME_PATH }, request);
  }

  private async choosePassword(request: LinkRequest, password: string): Promise<Answer> {
    const { token, correlationId, t } = request;
    try {
      const written = await this.links.choose(token, password, correlationId);
      return goTo(SIGN_IN_PATH, { notice: t('register.passwordChosen'), written });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.kind !== 'invalid') throw error;
      return this.ask(request, failure);
    }
  }
}
