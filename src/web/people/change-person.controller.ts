import { Body, Controller, Inject, Param, Post } from '@nestjs/common';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { CommandSender } from '../authorization/command-sender.js';
import { readTextInput, type Form } from '../http/request-body.js';
import { goTo, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  FormCommandContext,
  FormPipe,
  ReadFormLater,
  BaseUrl,
  CurrentTranslations,
  type FormReader,
  type Translations,
} from '../requests/parameter-decorators.js';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { GrantRole, IssueLink, LockPerson, RevokeRole, UnlockPerson } from '#domain/user/user-commands.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { Accounts } from '#identity/accounts.js';
import { People } from '#identity/people.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import { Workload } from '../rendering/response-workload.js';
import { ForAdmins } from '../authorization/authorization.decorators.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { readSessionToEnd } from './open-sessions.js';
import { personHref } from '../addresses/page-addresses.js';
import { PEOPLE_PATH } from '#views/addresses.js';
import { OneTimeLinkPages } from './one-time-link-pages.js';

interface RoleOf {
  readonly application: string;
  readonly role: string;
}

@Workload('page')
@ForAdmins('to.give-roles')
@Controller(PEOPLE_PATH)
export class ChangePersonController {
  constructor(
    private readonly commands: CommandSender,
    private readonly people: People,
    private readonly accounts: Accounts,
    private readonly linkPages: OneTimeLinkPages,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  /** Inputs `role.<application>.<role>`. `held`: roles ticked initially, so that concurrent changes survive. */
  @Post(':id/roles')
  async roles(
    @Param('id') id: string,
    @ReadFormLater() readForm: FormReader,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const person = await this.people.byId(id);
    if (!person) throw createBuiltInRefusal('NOT_FOUND');
    const { form, context } = readForm();
    const shown = form['held']?.split(' ');
    if (!shown) throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.no-held-roles') });
    let written: CommandResult | undefined;
    for (const { application, role } of await this.roleChoices()) {
      const wanted = form[`role.${application}.${role}`] === 'true';
      const held = person.roles[application]?.includes(role) === true;
      if (wanted === shown.includes(`${application}.${role}`) || wanted === held) continue;
      const on = { id, application, role };
      // One form, several commands: derived ids keep a double submit idempotent.
      const own = { ...context, commandId: `${context.commandId}-${application}-${role}` };
      const command = wanted
        ? new GrantRole({ ...on, context: own })
        : new RevokeRole({ ...on, context: own });
      written = await this.commands.send(command);
    }
    return goTo(personHref(id), { notice: t('person.rolesSaved'), written });
  }

  /** Shown once, to the admin who issued it. */
  @Post(':id/link')
  @ForAdmins('to.make-links')
  async link(
    @Param('id') id: string,
    @ReadFormLater() readForm: FormReader,
    @BaseUrl() site: string,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const person = await this.people.byId(id);
    if (!person) throw createBuiltInRefusal('NOT_FOUND');
    const { context } = readForm();
    const made = this.linkPages.make(id, context);
    const written = await this.commands.send(new IssueLink({ id, link: made.link, context }));
    const { name } = await this.people.signedIn(person);
    const hasSignInName = person.signInName !== null;
    return this.linkPages.show({ id, name, made, written, hasSignInName }, { site, t });
  }

  @Post(':id/sessions')
  @ForAdmins('to.end-sessions')
  async sessions(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedInPerson,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const session = readSessionToEnd(form);
    const own = viewer.id === id ? viewer.session : undefined;
    const which = session === undefined ? { except: own } : { session };
    const written = await this.accounts.end(id, which, context);
    const notice = session === undefined ? t('person.sessionsEnded') : t('account.sessionEnded');
    return goTo(personHref(id), { notice, written });
  }

  @Post(':id/lock')
  @ForAdmins('to.lock-accounts')
  async lock(
    @Param('id') id: string,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const reason = readTextInput(form, 'reason');
    const written = await this.commands.send(new LockPerson({ id, reason, context }));
    await this.accounts.known(written);
    return goTo(personHref(id), { notice: t('person.accountLocked'), written });
  }

  @Post(':id/unlock')
  @ForAdmins('to.unlock-accounts')
  async unlock(
    @Param('id') id: string,
    @Body(FormPipe) form: Form,
    @FormCommandContext() context: CommandContext,
    @CurrentTranslations() { t }: Translations,
  ): Promise<Answer> {
    const reason = readTextInput(form, 'reason');
    const written = await this.commands.send(new UnlockPerson({ id, reason, context }));
    return goTo(personHref(id), { notice: t('person.accountUnlocked'), written });
  }

  private async roleChoices(): Promise<readonly RoleOf[]> {
    const published = await this.specifications.all();
    const ofApplications = published.flatMap(({ specification }) =>
      Object.values(specification.roles)
        .filter(({ everyone }) => !everyone)
        .map(({ key }) => ({ application: specification.key, role: key })),
    );
    return [...['admin', 'auditor'].map((role) => ({ application: INSTALLATION, role })), ...ofApplications];
  }
}
