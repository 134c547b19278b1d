// GET /-/account, POST /-/account/password and …/sessions: one's own notices, deputies, password and sessions.
import { failureForRequest } from '../errors/translate-failure.js';
import { Controller, Get, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { createElement } from 'react';
import { v7 as uuid } from 'uuid';
import { AccountPage } from '#views/pages/account.js';
import type { Language } from '#views/messages/languages.js';
import { translatorFor } from '#views/messages/translate.js';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import { languageOfBrowser } from '../language.js';
import type { AccountPage as AccountPageProps } from '#views/view-models/account.js';
import { countUnread } from '#query-handling/notifications/unread-count.js';
import { listNotices } from '#query-handling/notifications/list-notices.js';
import { findDeputies } from '#query-handling/people/delegations.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { findPublishedByKey } from '#query-handling/timeline/list-timeline.js';
import type { SignedIn } from '#identity/signed-in.js';
import { Accounts } from '#identity/accounts.js';
import { People, SESSION_LIFETIME_MS } from '#identity/sessions.js';
import { Answers } from '../rendering/answer-kind.js';
import { seeOther, SESSION, setCookie } from '../http/cookies.js';
import { errorsByField } from '../errors/errors-by-field.js';
import type { RequestFailure } from '../errors/request-failure.js';
import { readForm } from '../http/request-body.js';
import { PageLayouts } from '../layout/page-layout.js';
import { clientOrigin } from '../http/client-origin.js';
import { presentOwnDeputies } from './deputies-page.js';
import { presentLatestNotices } from './notices-page.js';
import { presentSessions, sessionIn } from './open-sessions.js';
import { retryAfter } from '../errors/refusal-headers.js';
import { sendPage } from '../rendering/page-rendering.js';
import { ACCOUNT, SIGN_IN } from '#views/addresses.js';
import { ACCOUNT_PASSWORD, ACCOUNT_PREFERENCES, ACCOUNT_SESSIONS } from '../addresses/system-addresses.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

@Answers('page')
@Controller(ACCOUNT)
export class AccountController {
  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly frames: PageLayouts,
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    private readonly commands: Commands,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.page(request, response);
  }

  @Post('password')
  async password(@Req() request: Request, @Res() response: Response): Promise<void> {
    const context = createCommandContext(request);
    const form = readForm(request);
    const typed = { old: form['oldPassword'] ?? '', password: form['password'] ?? '' };
    try {
      const { session } = requireViewer(request);
      const within = session === undefined ? {} : { session };
      const begun = await this.accounts.changePassword({
        ...typed,
        ...clientOrigin(request),
        ...within,
        context,
      });
      if (begun) setCookie(response, SESSION, begun.cookie, { maxAge: SESSION_LIFETIME_MS });
      const t = translateFor(request);
      const notice = begun ? t('account.passwordChanged') : t('account.passwordChangedSoon');
      seeOther(response, begun ? ACCOUNT : SIGN_IN, { notice, ...(begun && { written: begun.written }) });
    } catch (error) {
      const failure = failureForRequest(request, error);
      if (failure.unforeseen || failure.kind === 'not signed in' || failure.kind === 'unavailable')
        throw error;
      await this.page(request, response, failure);
    }
  }

  @Post('sessions')
  async sessions(@Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const session = sessionIn(readForm(request));
    const which = session === undefined ? { except: viewer.session } : { session };
    const written = await this.accounts.end(viewer.id, which, createCommandContext(request));
    const t = translateFor(request);
    const notice = session === undefined ? t('account.sessionsEnded') : t('account.sessionEnded');
    seeOther(response, ACCOUNT, { notice, written });
  }

  @Post('preferences')
  async preferences(@Req() request: Request, @Res() response: Response): Promise<void> {
    const { language = '', timeZone = '', singleKeys, commandId } = readForm(request);
    const preferences = {
      language: language === '' ? null : (language as Language),
      timeZone: timeZone === '' ? null : timeZone,
      ...(singleKeys === 'off' && { singleKeys: false as const }),
    };
    const { id } = requireViewer(request);
    const command = new ChoosePreferences({
      id,
      ...preferences,
      context: createCommandContext(request, commandId),
    });
    const written = await this.commands.send(command);
    const t = translatorFor(preferences.language ?? languageOfBrowser(request));
    seeOther(response, ACCOUNT, { notice: t('account.preferencesSaved'), written });
  }

  private async page(request: Request, response: Response, failure?: RequestFailure): Promise<void> {
    const viewer = requireViewer(request);
    const [document, sessions] = await Promise.all([
      this.people.byId(viewer.id),
      this.accounts.openSessions(viewer.id, clientOrigin(request).address),
    ]);
    const mustChange = viewer.passwordByAnother === true;
    const page = createElement(AccountPage, {
      ...(!mustChange && { more: await this.more(request, viewer) }),
      frame: await this.frames.of(request, { title: translateFor(request)('frame.account') }),
      name: viewer.name,
      signInName: (document && (await this.people.signInName(document))) ?? null,
      hasPassword: document?.passwordHash != null,
      mustChange,
      password: { action: ACCOUNT_PASSWORD, errors: errorsByField(failure?.reasons ?? [], 'oldPassword') },
      sessions: presentSessions(sessions, {
        action: ACCOUNT_SESSIONS,
        commandId: uuid(),
        current: viewer.session,
        t: translateFor(request),
      }),
    });
    if (failure) retryAfter(response, failure);
    await sendPage(response, page, failure?.status);
  }

  private async more(request: Request, viewer: SignedIn): Promise<NonNullable<AccountPageProps['more']>> {
    const [found, own, applications, unread] = await Promise.all([
      listNotices(this.sources, viewer),
      findDeputies(this.sources, viewer.id),
      findPublishedByKey(this.sources),
      countUnread(this.sources, viewer),
    ]);
    const t = translateFor(request);
    return {
      notices: presentLatestNotices({ ...found, unread }, { applications, viewer, t }),
      deputies: presentOwnDeputies(own, { applications, viewer, t }),
      preferences: {
        action: ACCOUNT_PREFERENCES,
        commandId: uuid(),
        ...(viewer.language && { language: viewer.language }),
        ...(viewer.timeZone && { timeZone: viewer.timeZone }),
        hasSingleKeys: viewer.singleKeys !== false,
        timeZones: Intl.supportedValuesOf('timeZone'),
      },
    };
  }
}
