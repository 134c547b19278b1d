// POST /-/people/<id>/roles, …/link, …/sessions, …/lock and …/unlock: what an admin changes about a person.
import { Body, Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { SignedIn } from '#identity/signed-in.js';
import { Commands } from '../authorization/commands.js';
import { readFormBody, textInput, type Form } from '../http/request-body.js';
import { goTo, type Answer } from '../rendering/answers.js';
import {
  CurrentViewer,
  FormContext,
  FormPipe,
  MakeContext,
  Words,
  type ContextFactory,
  type Translations,
} from '../requests/request-parameters.js';
import type { Request, Response } from 'express';
import { SPECIFICATIONS, type SpecificationVersions } from '#ports/specifications.js';
import type { CommandContext, CommandResult } from '#domain/command.js';
import { GrantRole, IssueLink, LockPerson, RevokeRole, UnlockPerson } from '#domain/user/user-commands.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { Accounts } from '#identity/accounts.js';
import { People } from '#identity/sessions.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { sessionIn } from './open-sessions.js';
import { personHref } from '../addresses/page-addresses.js';
import { PEOPLE } from '#views/addresses.js';
import { LinkPages } from './link-pages.js';

interface RoleOf {
  readonly application: string;
  readonly role: string;
}

@Answers('page')
@Controller(PEOPLE)
export class PersonController {
  constructor(
    private readonly commands: Commands,
    private readonly people: People,
    private readonly accounts: Accounts,
    private readonly linkPages: LinkPages,
    @Inject(SPECIFICATIONS) private readonly specifications: SpecificationVersions,
  ) {}

  /**
   * The form posts every role that is ticked, as `role.<application>.<role>`, and, as `held`, those that were when it was shown. What
   * somebody else has changed since is not taken back. Without `held` nobody can tell what is to be taken away from what was never seen.
   */
  @Post(':id/roles')
  @ForAdmins('to.give-roles')
  async roles(
    @Param('id') id: string,
    @Body() body: unknown,
    @MakeContext() makeContext: ContextFactory,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const person = await this.people.byId(id);
    if (!person) throw builtInRefusal('NOT_FOUND');
    const form = readFormBody(body);
    const context = makeContext(form['commandId']);
    const shown = form['held']?.split(' ');
    if (!shown) throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.no-held-roles') });
    let written: CommandResult | undefined;
    for (const { application, role } of await this.roleChoices()) {
      const wanted = form[`role.${application}.${role}`] === 'true';
      const held = person.roles[application]?.includes(role) === true;
      if (wanted === shown.includes(`${application}.${role}`) || wanted === held) continue;
      const on = { id, application, role };
      // One form, several commands: each has an identity of its own that a double submit repeats.
      const own = { ...context, commandId: `${context.commandId}-${application}-${role}` };
      const command = wanted
        ? new GrantRole({ ...on, context: own })
        : new RevokeRole({ ...on, context: own });
      written = await this.commands.send(command);
    }
    return goTo(personHref(id), { notice: t('person.rolesSaved'), written });
  }

  /** Shown once, to whoever asked for it: what it leads to is for the person alone. */
  @Post(':id/link')
  @ForAdmins('to.make-links')
  async link(
    @Param('id') id: string,
    @Body() body: unknown,
    @MakeContext() makeContext: ContextFactory,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const person = await this.people.byId(id);
    if (!person) throw builtInRefusal('NOT_FOUND');
    const context = makeContext(readFormBody(body)['commandId']);
    const made = this.linkPages.make(id, context);
    const written = await this.commands.send(new IssueLink({ id, link: made.link, context }));
    const { name } = await this.people.signedIn(person);
    await this.linkPages.show(request, response, { id, name, made, written });
  }

  @Post(':id/sessions')
  @ForAdmins('to.end-sessions')
  async sessions(
    @Param('id') id: string,
    @CurrentViewer() viewer: SignedIn,
    @Body(FormPipe) form: Form,
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const session = sessionIn(form);
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
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const reason = textInput(form, 'reason');
    const written = await this.commands.send(new LockPerson({ id, reason, context }));
    await this.accounts.known(written);
    return goTo(personHref(id), { notice: t('person.accountLocked'), written });
  }

  @Post(':id/unlock')
  @ForAdmins('to.unlock-accounts')
  async unlock(
    @Param('id') id: string,
    @Body(FormPipe) form: Form,
    @FormContext() context: CommandContext,
    @Words() { t }: Translations,
  ): Promise<Answer> {
    const reason = textInput(form, 'reason');
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
