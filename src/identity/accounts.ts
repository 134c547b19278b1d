import { Inject, Injectable } from '@nestjs/common';
import type { PersonDocument, SessionEntry } from '#projections/read-models/people/person-document.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { EndSession, EndSessions, SetPassword } from '../domain/user/user-commands.js';
import {
  toUndefinedIfErased,
  type ErasedOr,
  type PersonalData,
} from '../event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { SESSION_LIFETIME_MS, Sessions } from './sessions.js';
import { People } from './people.js';
import { SignIn, type StartedSession } from './sign-in.js';

export interface OpenSession {
  readonly begun: number;
  readonly at: string;
  readonly browser: string | null;
  /** Whether it began in the network of the request; null: unknown. */
  readonly isFromThisNetwork: boolean | null;
}

export interface PasswordChange {
  readonly old: string;
  readonly password: string;
  readonly address: string;
  /** Counts the failed attempts. */
  readonly session?: number;
  readonly browser: string;
  readonly context: CommandContext;
}

@Injectable()
export class Accounts {
  @Inject(CLOCK) private readonly clock!: Clock;

  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly commands: IdentityCommands,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
  ) {}

  /** Latest first. `address`: of the client, for `isFromThisNetwork`. */
  async openSessions(id: string, address: string): Promise<readonly OpenSession[]> {
    const document = await this.people.byId(id);
    const now = Date.parse(this.clock());
    const active = (document?.sessions ?? []).filter(({ at }) => Date.parse(at) + SESSION_LIFETIME_MS > now);
    const opened = (await this.personalData.open(active)) as ErasedOr<readonly SessionEntry[]>;
    const network = digestNetwork(this.personalData, address);
    return (opened as readonly SessionEntry[]).toReversed().map(({ begun, at, browser, from }) => ({
      begun,
      at,
      browser: typeof browser === 'string' ? browser : null,
      isFromThisNetwork: typeof from === 'string' ? from === network : null,
    }));
  }

  /**
   * Starts a new session; undefined if the new password cannot be read yet, so the person signs in again. Throws
   * `Refused` OLD_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, NOT_SIGNED_IN or errors of the new password.
   */
  async changePassword({ password, ...attempt }: PasswordChange): Promise<StartedSession | undefined> {
    const { people, commands } = this;
    const { context, address, browser } = attempt;
    const document = await people.byId(context.actor);
    if (!document || document.passwordHash === null || !toUndefinedIfErased(document.passwordHash))
      throw new Refused([createBuiltInReason('NO_PASSWORD')]);
    await this.verifyOldPassword(document, attempt);
    const { position } = await commands.send(new SetPassword({ id: document.id, password, context }));
    if (!(await commands.waitFor(position).catch(() => false))) return undefined;
    const changed = await people.byId(document.id);
    return (
      changed &&
      this.signIn.begin(changed, 'password', { address, browser }, context.correlationId ?? '', {
        kind: 'given before',
      })
    );
  }

  /** Ends one session, or all but `except`. Throws `Refused` NOT_PERMITTED. */
  async end(
    id: string,
    { session, except }: { readonly session?: number; readonly except?: number },
    context: CommandContext,
  ): Promise<CommandResult> {
    const { commands } = this;
    const written =
      session === undefined
        ? await commands.send(new EndSessions({ id, except: except ?? null, context }))
        : await commands.send(new EndSession({ id, session, context }));
    if (session !== undefined) this.sessions.end({ person: id, begun: session });
    await commands.waitFor(written.position).catch(() => false);
    return written;
  }

  /** Waits, bounded, so that a locked account gets nothing more. */
  async known({ position }: CommandResult): Promise<void> {
    await this.commands.waitFor(position).catch(() => false);
  }

  private async verifyOldPassword(
    document: PersonDocument,
    { old: password, address, session, context }: Omit<PasswordChange, 'password'>,
  ): Promise<void> {
    const given = { password, address, ...(session !== undefined && { session }) };
    try {
      await this.signIn.confirm(document, given, context.correlationId ?? '');
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      throw new Refused([createBuiltInReason('OLD_PASSWORD_WRONG', { fields: ['oldPassword'] })]);
    }
  }
}
