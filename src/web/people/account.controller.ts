import { Body, Controller, Get, Post } from '@nestjs/common';
import { ACCOUNT_PATH, SIGN_IN_PATH } from '#views/addresses.js';
import type { Language } from '#views/messages/languages.js';
import { translatorFor } from '#views/messages/translate.js';
import type { CommandContext } from '#domain/command.js';
import { ChoosePreferences } from '#domain/user/user-commands.js';
import { Accounts } from '#identity/accounts.js';
import { OwnPassword } from '#identity/own-password.js';
import { SESSION_LIFETIME_MS } from '#identity/sessions.js';
import type { ClientOrigin } from '#identity/sign-in/sign-in-attempt.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { CommandSender } from '../authorization/command-sender.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { translateFailure } from '../errors/translate-failure.js';
import { SESSION_COOKIE } from '../http/cookies.js';
import type { Form } from '../http/request-body.js';
import { goTo, type Answer } from '../rendering/answers.js';
import { Workload } from '../rendering/response-workload.js';
import {
  BrowserLanguage,
  CurrentClientOrigin,
  CurrentTranslations,
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  MakeCommandContext,
  type CommandContextFactory,
  type Translations,
} from '../requests/parameter-decorators.js';
import { AccountPages } from './account-pages.js';
import { readSessionToEnd } from './open-sessions.js';

@Workload('page')
@Controller(ACCOUNT_PATH)
export class AccountController {
  constructor(
    private readonly pages: AccountPages,
    private readonly accounts: Accounts,
    private readonly ownPassword: OwnPassword,
    private readonly commands: CommandSender,
  ) {}

  @Get()
  async show(
    @CurrentViewer() viewer: SignedInPerson,
    @CurrentClientOrigin() { address }: ClientOrigin,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    return this.pages.show({ viewer, address, t });
  }

  @Post('password')
  async password(
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @MakeCommandContext() makeContext: CommandContextFactory,
    @CurrentClientOrigin() client: ClientOrigin,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const typed = { old: form['oldPassword'] ?? '', password: form['password'] ?? '' };
    try {
      const { session } = viewer;
      const within = session === undefined ? {} : { session };
      const begun = await this.ownPassword.change({ ...typed, client, ...within, context: makeContext() });
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
      return this.pages.show({ viewer, address: client.address, t }, failure);
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
}
