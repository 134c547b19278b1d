// POST /-/people/<id>/roles and /-/people/<id>/password: what an admin changes about a person.
import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SPECIFICATIONS, type Specifications } from '../../command-handling/ports.js';
import type { Written } from '../../domain/command.js';
import { GrantRole, RevokeRole, SetPassword } from '../../domain/user/user-commands.js';
import { INSTALLATION } from '../../domain/user/user-events.js';
import { People } from '../../identity/people.js';
import { seeOther } from '../after-write.js';
import { refused } from '../built-in.js';
import { Commands, contextOf } from '../commands.js';
import { formOf } from '../form.js';
import { personHref } from '../routes.js';
import { PEOPLE } from '../system-addresses.js';
import { adminWhoAsks } from '../who-asks.js';

interface RoleOf {
  readonly application: string;
  readonly role: string;
}

@Controller(PEOPLE)
export class PersonController {
  constructor(
    private readonly commands: Commands,
    private readonly people: People,
    @Inject(SPECIFICATIONS) private readonly specifications: Specifications,
  ) {}

  /** The form posts every role that is ticked, as `role.<application>.<role>`; all others are taken away. */
  @Post(':id/roles')
  async roles(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    adminWhoAsks(request, 'give roles');
    const person = await this.people.byId(id);
    if (!person) throw refused('NOT_FOUND');
    const form = formOf(request);
    const context = contextOf(request, form['commandId']);
    let written: Written | undefined;
    for (const { application, role } of await this.roleChoices()) {
      const wanted = form[`role.${application}.${role}`] === 'true';
      const held = person.roles[application]?.includes(role) === true;
      if (wanted === held) continue;
      const on = { id, application, role };
      // One form, several commands: each has an identity of its own that a double submit repeats.
      const own = { ...context, commandId: `${context.commandId}-${application}-${role}` };
      const command = wanted
        ? new GrantRole({ ...on, context: own })
        : new RevokeRole({ ...on, context: own });
      written = await this.commands.send(command);
    }
    seeOther(response, personHref(id), { notice: 'The roles are saved.', written });
  }

  @Post(':id/password')
  async password(@Param('id') id: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    adminWhoAsks(request, 'set passwords');
    const form = formOf(request);
    const context = contextOf(request, form['commandId']);
    const written = await this.commands.send(
      new SetPassword({ id, password: form['password'] ?? '', context }),
    );
    const notice = 'The new password is set. Whoever was signed in with the old one is signed out.';
    seeOther(response, personHref(id), { notice, written });
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
