import { Controller, Post } from '@nestjs/common';
import { SIGN_IN_PATH } from '#views/addresses.js';
import type { MessageId } from '#views/messages/en/all.js';
import { LeavingPage } from '#views/pages/leaving.js';
import { ProviderRefused } from '#identity/providers/provider-error.js';
import { ProviderSessions } from '#identity/providers/provider-sessions.js';
import type { SignOutOutcome } from '#identity/sign-in/sign-out.js';
import { Public } from '../authorization/authorization.decorators.js';
import { PROVIDER_SESSION_COOKIE, SESSION_COOKIE } from '../http/cookies.js';
import type { RequestInput } from '../http/request-input.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
  CurrentRequest,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SessionAnswers } from './session-answers.js';

@Workload('page')
@Controller()
export class SignOutController {
  constructor(
    private readonly answers: SessionAnswers,
    private readonly providerSessions: ProviderSessions,
  ) {}

  @Post('/-/sign-out')
  @Public()
  async signOut(
    @CurrentRequest() request: RequestInput,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const ended = await this.answers.end(request);
    const cookies = [SESSION_COOKIE, PROVIDER_SESSION_COOKIE].map((name) => ({ name, value: '', maxAge: 0 }));
    const url = await this.findProviderSignOut(request, `${site}${SIGN_IN_PATH}`);
    if (url === undefined) return goTo(SIGN_IN_PATH, { cookies, notice: t(NOTICES[ended]) });
    const props = { heading: t(NOTICES[ended]), url };
    const content = { title: t('identities.signingOutThere') };
    return page(LeavingPage, props, content, { headers: { Refresh: `0; url=${url}` }, cookies });
  }

  /** An unavailable provider does not prevent signing out here. */
  private async findProviderSignOut(
    { cookies, signedIn }: RequestInput,
    returnTo: string,
  ): Promise<string | undefined> {
    return this.providerSessions
      .findSignOutUrl(cookies[PROVIDER_SESSION_COOKIE], signedIn?.id, returnTo)
      .catch((error: unknown) => {
        if (error instanceof ProviderRefused) return undefined;
        throw error;
      });
  }
}

/** Wording must not promise more than was persisted. */
const NOTICES: Readonly<Record<SignOutOutcome, MessageId>> = {
  over: 'signIn.signedOut',
  soon: 'signIn.signedOutSoon',
  here: 'signIn.signedOutHere',
};
