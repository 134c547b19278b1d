import { Body, Controller, Get, Inject, Param, Post, Query } from '@nestjs/common';
import { LeavingPage } from '#views/pages/leaving.js';
import { ACCOUNT_PATH, IDENTITIES_PATH, PROVIDER_SIGN_IN_PATH } from '#views/addresses.js';
import type { CommandContext } from '#domain/command.js';
import { UnlinkIdentity } from '#domain/user/user-commands.js';
import { OwnerConfirmation } from '#identity/owner-confirmation.js';
import { SIGNING_CONFIRMATION_LIFETIME_MS } from '#identity/sign-in/signing-confirmation.js';
import { ProviderRefused } from '#identity/providers/provider-error.js';
import { PROVIDER_SIGN_IN_LIFETIME_MS } from '#identity/providers/provider-intents.js';
import { ProviderSignIn } from '#identity/providers/provider-sign-in.js';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import { SESSION_LIFETIME_MS } from '#identity/sessions.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { HOME_PATH } from '../addresses/landing-page.js';
import { providerCallbackPath } from '../addresses/system-addresses.js';
import { Public } from '../authorization/authorization.decorators.js';
import { CommandSender } from '../authorization/command-sender.js';
import { LOG, type Log } from '../errors/server-log.js';
import {
  PROVIDER_SESSION_COOKIE,
  PROVIDER_SIGN_IN_COOKIE,
  REMEMBERED_BROWSER_COOKIE,
  SIGNING_COOKIE,
} from '../http/cookies.js';
import { readForm, type Form } from '../http/request-body.js';
import type { RequestInput } from '../http/request-input.js';
import { readGivenByOwner } from '../requests/read-given-by-owner.js';
import type { SetCookie } from '../http/response-cookies.js';
import { goTo, goToProvider, page, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BaseUrl,
  CurrentRequest,
  CurrentTranslations,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  type Translations,
} from '../requests/parameter-decorators.js';
import { toWaysIn } from './identities-of-person.js';
import { ProviderPipe } from './provider.pipe.js';
import { SessionAnswers } from './session-answers.js';

/** Longer ones do not fit into a cookie. */
const MAX_NEXT = 1_000;
const FINISHED: SetCookie = { name: PROVIDER_SIGN_IN_COOKIE, value: '', maxAge: 0 };

@Workload('page')
@Controller()
export class ProviderSignInController {
  @Inject(HAS_PASSWORDS) readonly hasPasswords!: boolean;
  @Inject(SIGN_IN_PROVIDERS) readonly providers!: readonly SignInProvider[];

  constructor(
    private readonly signIn: ProviderSignIn,
    private readonly sessions: SessionAnswers,
    private readonly owner: OwnerConfirmation,
    private readonly commands: CommandSender,
    @Inject(LOG) private readonly log: Log,
  ) {}

  @Get(`${PROVIDER_SIGN_IN_PATH}/:provider`)
  @Public()
  async begin(
    @Param('provider', ProviderPipe) provider: SignInProvider,
    @Query('next') next: unknown,
    @BaseUrl() site: string,
    @CurrentRequest() { correlationId }: RequestInput,
  ): Promise<Answer> {
    const local = toLocalAddress(next);
    const intent = {
      redirectUri: `${site}${providerCallbackPath(provider.key)}`,
      next: local.length > MAX_NEXT ? HOME_PATH : local,
    };
    const begun = await this.logged(provider.key, correlationId, async () =>
      this.signIn.begin(provider, intent),
    );
    return goToProvider(begun.url, [intentCookie(begun.cookie)]);
  }

  @Get(`${PROVIDER_SIGN_IN_PATH}/:provider/callback`)
  @Public()
  async callback(
    @Param('provider', ProviderPipe) provider: SignInProvider,
    @BaseUrl() site: string,
    @CurrentRequest() request: RequestInput,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { correlationId } = request;
    const callback = {
      url: `${site}${request.url}`,
      cookie: request.cookies[PROVIDER_SIGN_IN_COOKIE],
      viewer: request.signedIn,
      remembered: request.cookies[REMEMBERED_BROWSER_COOKIE],
      client: request.client,
      correlationId,
    };
    const finished = await this.logged(provider.key, correlationId, async () =>
      this.signIn.finish(provider, callback),
    );
    if ('confirmed' in finished) {
      const confirmation = {
        name: SIGNING_COOKIE,
        value: finished.confirmed,
        maxAge: SIGNING_CONFIRMATION_LIFETIME_MS,
      };
      return goTo(finished.next, { cookies: [FINISHED, confirmation] });
    }
    if ('linked' in finished)
      return goTo(ACCOUNT_PATH, {
        cookies: [FINISHED],
        notice: t('identities.linked', { provider: provider.title }),
        written: finished.linked,
      });
    const next = toLocalAddress(finished.next);
    return this.sessions.proceed(finished.outcome, next, request, [
      FINISHED,
      { name: PROVIDER_SESSION_COOKIE, value: finished.atProvider, maxAge: SESSION_LIFETIME_MS },
    ]);
  }

  /** A page that moves on, as a form may not lead to another site. */
  @Post(`${IDENTITIES_PATH}/:provider/link`)
  async link(
    @Param('provider', ProviderPipe) provider: SignInProvider,
    @CurrentViewer() viewer: SignedInPerson,
    @BaseUrl() site: string,
    @CurrentRequest() request: RequestInput,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const { correlationId } = request;
    await this.owner.confirm(viewer, readGivenByOwner(readForm(request), request));
    const intent = {
      redirectUri: `${site}${providerCallbackPath(provider.key)}`,
      next: ACCOUNT_PATH,
      linkTo: viewer,
    };
    const { url, cookie } = await this.logged(provider.key, correlationId, async () =>
      this.signIn.begin(provider, intent),
    );
    const title = t('identities.goingTo', { provider: provider.title });
    const reply = { headers: { Refresh: `0; url=${url}` }, cookies: [intentCookie(cookie)] };
    return page(LeavingPage, { heading: title, url }, { title }, reply);
  }

  @Post(IDENTITIES_PATH)
  async unlink(
    @CurrentViewer() { id, session: except }: SignedInPerson,
    @Body(FormPipe) { identity = '' }: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const written = await this.commands.send(
      new UnlinkIdentity({
        id,
        identity,
        waysIn: toWaysIn(this),
        ...(except !== undefined && { except }),
        context,
      }),
    );
    return goTo(ACCOUNT_PATH, { notice: t('identities.unlinked'), written });
  }

  /** Admins find in the log what a provider did wrong. */
  private async logged<T>(provider: string, id: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ProviderRefused && error.details !== '')
        this.log.warn({ about: 'ProviderRefused', provider, id }, `${error.message} ${error.details}`);
      throw error;
    }
  }
}

const intentCookie = (value: string): SetCookie => ({
  name: PROVIDER_SIGN_IN_COOKIE,
  value,
  maxAge: PROVIDER_SIGN_IN_LIFETIME_MS,
});
