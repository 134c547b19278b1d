// POST /-/people/<id>/roles, …/link, …/sessions, …/lock and …/unlock: what an admin changes about a person.
import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SPECIFICATIONS, type Specifications } from '#ports/specifications.js';
import type { CommandResult } from '#domain/command.js';
import { GrantRole, IssueLink, LockPerson, RevokeRole, UnlockPerson } from '#domain/user/user-commands.js';
import { INSTALLATION } from '#domain/user/user-events.js';
import { Accounts } from '#identity/accounts.js';
import { People } from '#identity/sessions.js';
import { phrase } from '#specification/refusal-words/message-parameters.js';
import { Answers } from '../rendering/answer-kind.js';
import { ForAdmins } from '../authorization/authorization.js';
import { seeOther } from '../http/cookies.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { readForm, textInput } from '../http/request-body.js';
import { sessionIn } from './open-sessions.js';
import { personHref } from '../addresses/page-addresses.js';
import { PEOPLE } from '#views/addresses.js';
import { LinkPages } from './link-pages.js';
import { Commands, createCommandContext, requireViewer } from '../authorization/commands.js';
import { translateFor } from '../language.js';

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
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
  ) {}

  /**
   * The form posts every role that is ticked, as `role.<application>.<role>`, and, as `held`, those that were when it was shown. What
   * somebody else has changed since is not taken back. Without `held` nobody can tell what is to be taken away from what was never seen.
   */
  @Post(':id/roles')
  @ForAdmins('to.give-roles')
  async roles(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const person = await this.people.byId(id);
    if (!person) throw builtInRefusal('NOT_FOUND');
    const form = readForm(request);
    const context = createCommandContext(request, form['commandId']);
    const shown = form['held']?.split(' ');
    if (!shown) throw builtInRefusal('BAD_REQUEST', { why: phrase('why.no-held-roles') });
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
    seeOther(response, personHref(id), { notice: translateFor(request)('person.rolesSaved'), written });
  }

  /** Shown once, to whoever asked for it: what it leads to is for the person alone. */
  @Post(':id/link')
  @ForAdmins('to.make-links')
  async link(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const person = await this.people.byId(id);
    if (!person) throw builtInRefusal('NOT_FOUND');
    const context = createCommandContext(request, readForm(request)['commandId']);
    const made = this.linkPages.make(id, context);
    const written = await this.commands.send(new IssueLink({ id, link: made.link, context }));
    const { name } = await this.people.signedIn(person);
    await this.linkPages.show(request, response, { id, name, made, written });
  }

  @Post(':id/sessions')
  @ForAdmins('to.end-sessions')
  async sessions(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const viewer = requireViewer(request);
    const form = readForm(request);
    const session = sessionIn(form);
    const own = viewer.id === id ? viewer.session : undefined;
    const which = session === undefined ? { except: own } : { session };
    const written = await this.accounts.end(id, which, createCommandContext(request, form['commandId']));
    const t = translateFor(request);
    const notice = session === undefined ? t('person.sessionsEnded') : t('account.sessionEnded');
    seeOther(response, personHref(id), { notice, written });
  }

  @Post(':id/lock')
  @ForAdmins('to.lock-accounts')
  async lock(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const written = await this.commands.send(new LockPerson(lockData(id, request)));
    await this.accounts.known(written);
    seeOther(response, personHref(id), { notice: translateFor(request)('person.accountLocked'), written });
  }

  @Post(':id/unlock')
  @ForAdmins('to.unlock-accounts')
  async unlock(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const written = await this.commands.send(new UnlockPerson(lockData(id, request)));
    seeOther(response, personHref(id), { notice: translateFor(request)('person.accountUnlocked'), written });
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

function lockData(id: string, request: Request): LockPerson['data'] {
  const form = readForm(request);
  return { id, reason: textInput(form, 'reason'), context: createCommandContext(request, form['commandId']) };
}
