import { Body, Controller, Get, Inject, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { LeavingPage } from '#views/pages/leaving.js';
import { SignInPage } from '#views/pages/sign-in.js';
import { foldText } from '#specification/values/fold-text.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import { SignIn, type ClientOrigin } from '#identity/sign-in.js';
import type { SignOutOutcome } from '#identity/sign-out.js';
import {
  HAS_PASSWORDS,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
} from '#identity/providers/sign-in-provider.js';
import { ProviderRefused } from '#identity/providers/provider-error.js';
import { ProviderSignIn } from '#identity/providers/provider-sign-in.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { Workload } from '../rendering/response-workload.js';
import { Public } from '../authorization/authorization.decorators.js';
import { PROVIDER_SESSION_COOKIE, SESSION_COOKIE } from '../http/cookies.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import type { RequestInput } from '../http/request-input.js';
import {
  BaseUrl,
  CorrelationId,
  CurrentRequest,
  FormPipe,
  CurrentClientOrigin,
  QueryAs,
  RememberedBrowserCookie,
  SessionCookie,
  CurrentTranslations,
  type Translations,
} from '../requests/parameter-decorators.js';
import { RELOAD_AFTER_SECONDS, percentOf } from '../rendering/loading.guard.js';
import { EXAMPLE_DATA_STATE, type ExampleDataState } from '../layout/example-data-state.js';
import { SIGN_IN_PATH } from '#views/addresses.js';
import { providerSignInHref } from '../addresses/system-addresses.js';
import { toLocalAddress } from '../addresses/local-address.js';
import { describeRoles } from '../layout/describe-roles.js';
import { SessionAnswers } from './session-answers.js';
import { presentExampleTour } from './example-tour.js';
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';

/** Example people; more need the search. */
const MOST_SHOWN = 50;
const LONGEST_SEARCH = 200;

interface SignInForm {
  readonly name: string;
  readonly next: string;
  readonly failure?: RequestFailure;
  /** Search text among example people. */
  readonly find?: string;
}

const FIND_QUERY = z.object({
  find: z
    .string()
    .default('')
    .transform((text) => text.trim().slice(0, LONGEST_SEARCH)),
});

@Workload('page')
@Controller()
export class SignInController {
  @Inject(SIGN_IN_PROVIDERS) private readonly providers!: readonly SignInProvider[];
  @Inject(HAS_PASSWORDS) private readonly hasPasswords!: boolean;

  constructor(
    private readonly signIn: SignIn,
    private readonly answers: SessionAnswers,
    private readonly providerSignIn: ProviderSignIn,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
    @Inject(EXAMPLE_DATA_STATE) private readonly examples: ExampleDataState,
  ) {}

  @Get(SIGN_IN_PATH)
  @Public()
  async ask(
    @Query('next') next: unknown,
    @QueryAs(FIND_QUERY) { find }: z.output<typeof FIND_QUERY>,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ name: '', next: toLocalAddress(next), find }, t);
  }

  @Post(SIGN_IN_PATH)
  @Public()
  async withPassword(
    @Body(FormPipe) form: Form,
    @CurrentClientOrigin() origin: ClientOrigin,
    @SessionCookie() session: string | undefined,
    @RememberedBrowserCookie() remembered: string | undefined,
    @CorrelationId() correlationId: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const [name, next] = [readTextInput(form, 'name'), toLocalAddress(form['next'])];
    try {
      const credentials = {
        name,
        password: form['password'] ?? '',
        ...origin,
        ...(remembered !== undefined && { remembered }),
      };
      const begun = await this.signIn.withPassword(credentials, correlationId);
      return await this.answers.proceed(begun, next, { session, correlationId });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen) throw error;
      return this.page({ name, next, failure }, t);
    }
  }

  @Post(`${SIGN_IN_PATH}/demo`)
  @Public()
  async asDemo(
    @Body(FormPipe) { person = '', next }: Form,
    @CurrentClientOrigin() origin: ClientOrigin,
    @SessionCookie() session: string | undefined,
    @CorrelationId() correlationId: string,
  ): Promise<Answer> {
    const begun = await this.signIn.asDemo(person, origin, correlationId);
    return this.answers.proceed(begun, toLocalAddress(next), { session, correlationId });
  }

  @Post('/-/sign-out')
  @Public()
  async signOut(
    @SessionCookie() session: string | undefined,
    @CurrentRequest() { correlationId, cookies: sent, signedIn }: RequestInput,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const ended = await this.answers.end({ session, correlationId });
    const cookies = [SESSION_COOKIE, PROVIDER_SESSION_COOKIE].map((name) => ({ name, value: '', maxAge: 0 }));
    const atProvider = sent[PROVIDER_SESSION_COOKIE];
    const url = await this.findProviderSignOut(atProvider, signedIn?.id, `${site}${SIGN_IN_PATH}`);
    if (url === undefined) return goTo(SIGN_IN_PATH, { cookies, notice: t(NOTICES[ended]) });
    const props = { heading: t(NOTICES[ended]), url };
    const content = { title: t('identities.signingOutThere') };
    return page(LeavingPage, props, content, { headers: { Refresh: `0; url=${url}` }, cookies });
  }

  /** A provider that is away keeps nobody from signing out here. */
  private async findProviderSignOut(...of: Parameters<ProviderSignIn['findSignOutUrl']>) {
    return this.providerSignIn.findSignOutUrl(...of).catch((error: unknown) => {
      if (error instanceof ProviderRefused) return undefined;
      throw error;
    });
  }

  private async page({ name, next, failure, find = '' }: SignInForm, t: Translate): Promise<Answer> {
    const published = await this.specifications.all();
    const all = await this.signIn.demoPeople();
    const words = foldText(find).split(/\s+/);
    const demo = all.filter(({ name: called }) => words.every((word) => foldText(called).includes(word)));
    const introduction = presentExampleTour(this.examples.tour, all, published, t);
    const loading = this.examples.loading();
    const headers = {
      // The form is empty, so a reload loses no input.
      ...(loading !== undefined && all.length === 0 && { Refresh: RELOAD_AFTER_SECONDS }),
      ...(failure && createRetryAfterHeader(failure)),
    };
    const props = {
      name,
      next,
      hasPasswords: this.hasPasswords,
      providers: this.providers.map(({ key, title }) => ({ title, href: providerSignInHref(key, next) })),
      ...(loading !== undefined && { loading: percentOf(loading) }),
      ...(introduction && { introduction }),
      errors:
        failure?.reasons.map(({ message, remedy }) => [message, remedy].filter(Boolean).join(' ')) ?? [],
      ...(all.length > MOST_SHOWN && { demoSearch: { find, count: demo.length } }),
      demo: demo.slice(0, MOST_SHOWN).map((person: SignedInPerson) => ({
        id: person.id,
        name: person.name,
        roles: describeRoles(person, published, t),
      })),
    };
    return page(SignInPage, props, { title: t('signIn.title') }, { status: failure?.status, headers });
  }
}

/** Wording must not promise more than was persisted. */
const NOTICES: Readonly<Record<SignOutOutcome, MessageId>> = {
  over: 'signIn.signedOut',
  soon: 'signIn.signedOutSoon',
  here: 'signIn.signedOutHere',
};
