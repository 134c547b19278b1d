// What people do to their own password, on the page of their account.
import { Injectable } from '@nestjs/common';
import type { PersonDocument } from '#projections/read-models/people/person-document.js';
import type { CommandContext } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { SetPassword } from '../domain/user/user-commands.js';
import { toUndefinedIfErased } from '../event-store/personal-data/personal-data.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { PasswordVerification } from './sign-in/password-verification.js';
import { SessionStart } from './sign-in/session-start.js';
import type { ClientOrigin, StartedSession } from './sign-in/sign-in-attempt.js';

export interface PasswordChange {
  readonly old: string;
  readonly password: string;
  readonly client: ClientOrigin;
  /** Counts the failed attempts. */
  readonly session?: number;
  readonly context: CommandContext;
}

@Injectable()
export class OwnPassword {
  constructor(
    private readonly people: People,
    private readonly passwords: PasswordVerification,
    private readonly sessions: SessionStart,
    private readonly commands: IdentityCommands,
  ) {}

  /**
   * Starts a new session; undefined if the new password cannot be read yet, so the person signs in again. Throws
   * `Refused` OLD_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, NOT_SIGNED_IN or errors of the new password.
   */
  async change(change: PasswordChange): Promise<StartedSession | undefined> {
    const { people, commands } = this;
    const { password, context, client } = change;
    const { actor: id, correlationId = '' } = context;
    const before = await people.byId(id);
    if (!before || before.passwordHash === null || !toUndefinedIfErased(before.passwordHash))
      throw new Refused([createBuiltInReason('NO_PASSWORD')]);
    await this.verifyOld(before, change);
    const { position } = await commands.send(new SetPassword({ id, password, context }));
    if (!(await commands.waitFor(position).catch(() => false))) return undefined;
    const person = await people.byId(id);
    if (!person) return undefined;
    return this.sessions.start(
      { person, by: 'password' },
      { client, correlationId },
      { kind: 'given before' },
    );
  }

  private async verifyOld(
    person: PersonDocument,
    { old, client: { address }, session, context: { correlationId = '' } }: PasswordChange,
  ): Promise<void> {
    const within = session === undefined ? {} : { session };
    try {
      await this.passwords.confirm(person, old, { purpose: 'sign-in', address, correlationId, ...within });
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      throw new Refused([createBuiltInReason('OLD_PASSWORD_WRONG', { fields: ['oldPassword'] })]);
    }
  }
}
