import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { AccountPage } from '#views/pages/account.js';
import type { Language } from '#views/messages/languages.js';
import { translatorFor, type Translate } from '#views/messages/translate.js';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import type { AccountPage as AccountPageProps } from '#views/view-models/account.js';
import { CountUnread } from '#query-handling/notifications/unread-count.js';
import { ListNotices } from '#query-handling/notifications/list-notices.js';
import { FindDeputies } from '#query-handling/people/delegations.js';
import { FindPublishedApplications } from '#query-handling/specifications/find-published-applications.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { Accounts } from '#identity/accounts.js';
import { SESSION_LIFETIME_MS } from '#identity/sessions.js';
import { OwnerConfirmation, type AskedOfOwner } from '#identity/owner-confirmation.js';
import { ProviderSignIn } from '#identity/providers/provider-sign-in.js';
import { People } from '#identity/people.js';
import { SecondFactors } from '#identity/second-factors.js';
import { Workload } from '../rendering/response-workload.js';
import { SESSION_COOKIE } from '../http/cookies.js';
import { groupErrorsByField } from '../errors/errors-by-field.js';
import { toRequestFailure, type RequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import type { Form } from '../http/request-body.js';
import { presentOwnDeputies } from './delegations-page.js';
import { presentLatestNotices } from './notices-page.js';
import { presentIdentities } from './linked-identities.js';
import { presentSessions, readSessionToEnd } from './open-sessions.js';
import { createRetryAfterHeader } from '../errors/refusal-headers.js';
import { goTo, page, type Answer } from '../rendering/answers.js';
import {
  BrowserLanguage,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  MakeCommandContext,
  CurrentClientOrigin,
  CurrentTranslations,
  type CommandContextFactory,
  type Translations,
} from '../requests/parameter-decorators.js';
import type { CommandContext } from '#domain/command.js';
import type { ClientOrigin } from '#identity/sign-in.js';
import { ACCOUNT_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import {
  ACCOUNT_PASSWORD_PATH,
  ACCOUNT_PREFERENCES_PATH,
  ACCOUNT_SESSIONS_PATH,
} from '../addresses/system-addresses.js';
import { CommandSender } from '../authorization/command-sender.js';

interface AccountRequest {
  readonly viewer: SignedInPerson;
  readonly origin: ClientOrigin;
  readonly t: Translate;
}

@Workload('page')
@Controller(ACCOUNT_PATH)
export class AccountController {
  @Inject(ProviderSignIn) private readonly providers!: ProviderSignIn;
  @Inject(OwnerConfirmation) private readonly owner!: OwnerConfirmation;

  constructor(
    private readonly queries: QueryBus,
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly commands: CommandSender,
    private readonly secondFactors: SecondFactors,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentClientOrigin() origin: ClientOrigin,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.page({ viewer, origin, t });
  }

  @Post('password')
  async password(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @MakeCommandContext() makeContext: CommandContextFactory,
    @CurrentClientOrigin() origin: ClientOrigin,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const typed = { old: form['oldPassword'] ?? '', password: form['password'] ?? '' };
    try {
      const { session } = viewer;
      const within = session === undefined ? {} : { session };
      const sent = { ...typed, ...origin, ...within, context: makeContext() };
      const begun = await this.accounts.changePassword(sent);
      if (!begun) return goTo(SIGN_IN_PATH, { notice: t('account.passwordChangedSoon') });
      return goTo(ACCOUNT_PATH, {
        cookies: [{ name: SESSION_COOKIE, value: begun.cookie, maxAge: SESSION_LIFETIME_MS }],
        notice: t('account.passwordChanged'),
        written: begun.written,
      });
    } catch (error) {
      const failure = translateFailure(t.language, toRequestFailure(error));
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      return this.page({ viewer, origin, t }, failure);
    }
  }

  @Post('sessions')
  async sessions(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const session = readSessionToEnd(form);
    const which = session === undefined ? { except: viewer.session } : { session };
    const written = await this.accounts.end(viewer.id, which, context);
    const notice = session === undefined ? t('account.sessionsEnded') : t('account.sessionEnded');
    return goTo(ACCOUNT_PATH, { notice, written });
  }

  @Post('preferences')
  async preferences(
    @CurrentViewer() { id }: SignedInPerson,
    @Body(FormPipe) { language = '', timeZone = '', singleKeys }: Form,
    @FormCommandContext() context: CommandContext,
    @BrowserLanguage() languageOfBrowser: Language,
  ): Promise<Answer> {
    const preferences = {
      language: language === '' ? null : (language as Language),
      timeZone: timeZone === '' ? null : timeZone,
      ...(singleKeys === 'off' && { singleKeys: false as const }),
    };
    const written = await this.commands.send(new ChoosePreferences({ id, ...preferences, context }));
    const t = translatorFor(preferences.language ?? languageOfBrowser);
    return goTo(ACCOUNT_PATH, { notice: t('account.preferencesSaved'), written });
  }

  private async page({ viewer, origin, t }: AccountRequest, failure?: RequestFailure): Promise<Answer> {
    const [document, sessions] = await Promise.all([
      this.people.byId(viewer.id),
      this.accounts.openSessions(viewer.id, origin.address),
    ]);
    const mustChange = viewer.passwordByAnother === true;
    const isOn =
      !mustChange && document?.passwordHash != null
        ? await this.secondFactors.hasForDisplay(viewer.id)
        : undefined;
    const props = {
      ...(!mustChange && { more: await this.more(viewer, this.owner.listAsked(document, isOn), t) }),
      ...(isOn !== undefined && { secondFactor: { isOn } }),
      name: viewer.name,
      signInName: (document && (await this.people.signInName(document))) ?? null,
      hasPassword: document?.passwordHash != null,
      mustChange,
      password: {
        action: ACCOUNT_PASSWORD_PATH,
        errors: groupErrorsByField(failure?.reasons ?? [], 'oldPassword'),
      },
      sessions: presentSessions(sessions, {
        action: ACCOUNT_SESSIONS_PATH,
        commandId: uuid(),
        current: viewer.session,
        t,
      }),
    };
    const reply = failure && { status: failure.status, headers: createRetryAfterHeader(failure) };
    return page(AccountPage, props, { title: t('frame.account') }, reply);
  }

  private async more(
    viewer: SignedInPerson,
    asked: AskedOfOwner,
    t: Translate,
  ): Promise<NonNullable<AccountPageProps['more']>> {
    const [found, own, applications, unread, linked] = await Promise.all([
      this.queries.execute(new ListNotices(viewer)),
      this.queries.execute(new FindDeputies(viewer.id)),
      this.queries.execute(new FindPublishedApplications()),
      this.queries.execute(new CountUnread(viewer)),
      this.providers.listIdentities(viewer.id),
    ]);
    const identities = presentIdentities(linked, this.providers.providers, { commandId: uuid(), asked, t });
    return {
      ...(identities && { identities }),
      notices: presentLatestNotices({ ...found, unread }, { applications, viewer, t }),
      deputies: presentOwnDeputies(own, { applications, viewer, t }),
      preferences: {
        action: ACCOUNT_PREFERENCES_PATH,
        commandId: uuid(),
        ...(viewer.language && { language: viewer.language }),
        ...(viewer.timeZone && { timeZone: viewer.timeZone }),
        hasSingleKeys: viewer.singleKeys !== false,
        timeZones: Intl.supportedValuesOf('timeZone'),
      },
    };
  }
}
