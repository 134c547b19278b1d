// What people do with their own account: another password, and an end to sessions. Admins end those of others.
import type { PersonDocument, SessionBegun } from '#projections/read-models/people/person-document.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import { EndSession, EndSessions, SetPassword } from '../domain/user/user-commands.js';
import {
  undefinedIfErased,
  type Unsealed,
  type PersonalData,
} from '../event-store/personal-data/personal-data.js';
import { type People, SESSION_LIFETIME_MS, type Sessions } from './sessions.js';
import type { StartedSession, SignIn } from './sign-in.js';

export interface OpenSession {
  readonly begun: number;
  readonly at: string;
  readonly browser: string | null;
  /** Whether it began in the network the question comes from; null: that was not written down. */
  readonly here: boolean | null;
}

export interface AccountParts {
  readonly people: People;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  readonly personalData: PersonalData;
  readonly send: (command: SetPassword | EndSession | EndSessions) => Promise<CommandResult>;
  /** Whether people are known up to the position, after a bounded wait. */
  readonly seen: (position: number) => Promise<boolean>;
  readonly placeOf: (address: string) => string;
  readonly now: () => number;
}

export interface PasswordChange {
  readonly old: string;
  readonly password: string;
  readonly address: string;
  /** In which it is asked for. */
  readonly session?: number;
  readonly browser: string;
  readonly context: CommandContext;
}

export class Accounts {
  constructor(private readonly parts: AccountParts) {}

  /** Sessions that go on, the latest first. `address`: of who asks. */
  async openSessions(id: string, address: string): Promise<readonly OpenSession[]> {
    const { people, personalData, placeOf, now } = this.parts;
    const document = await people.byId(id);
    const going = (document?.sessions ?? []).filter(({ at }) => Date.parse(at) + SESSION_LIFETIME_MS > now());
    const opened = (await personalData.open(going)) as Unsealed<readonly SessionBegun[]>;
    const place = placeOf(address);
    return (opened as readonly SessionBegun[]).toReversed().map(({ begun, at, browser, from }) => ({
      begun,
      at,
      browser: typeof browser === 'string' ? browser : null,
      here: typeof from === 'string' ? from === place : null,
    }));
  }

  /**
   * Every session ends, and the one in hand begins anew; undefined: signing in again is needed for that.
   * Throws `Refused`: OLD_PASSWORD_WRONG, TOO_MANY_ATTEMPTS, NOT_SIGNED_IN, or what is wrong with the new one.
   */
  async changePassword({ password, ...asked }: PasswordChange): Promise<StartedSession | undefined> {
    const { people, signIn, send, seen } = this.parts;
    const { context, address, browser } = asked;
    const document = await people.byId(context.actor);
    if (!document || document.passwordHash === null || !undefinedIfErased(document.passwordHash))
      throw new Refused([createBuiltInReason('NO_PASSWORD')]);
    await this.mustKnow(document, asked);
    const { position } = await send(new SetPassword({ id: document.id, password, context }));
    if (!(await seen(position).catch(() => false))) return undefined;
    const changed = await people.byId(document.id);
    return changed && signIn.begin(changed, 'password', { address, browser }, context.correlationId ?? '');
  }

  /** `session`: one; undefined: all but `except`. Throws `Refused` NOT_PERMITTED. */
  async end(
    id: string,
    { session, except }: { readonly session?: number; readonly except?: number },
    context: CommandContext,
  ): Promise<CommandResult> {
    const { sessions, send, seen } = this.parts;
    const written =
      session === undefined
        ? await send(new EndSessions({ id, except: except ?? null, context }))
        : await send(new EndSession({ id, session, context }));
    if (session !== undefined) sessions.end({ person: id, begun: session });
    await seen(written.position).catch(() => false);
    return written;
  }

  /** Returns once people are known as of then, after a bounded wait: a locked account asks for nothing more. */
  async known({ position }: CommandResult): Promise<void> {
    await this.parts.seen(position).catch(() => false);
  }

  private async mustKnow(
    document: PersonDocument,
    { old: password, address, session, context }: Omit<PasswordChange, 'password'>,
  ): Promise<void> {
    const given = { password, address, ...(session !== undefined && { session }) };
    try {
      await this.parts.signIn.confirm(document, given, context.correlationId ?? '');
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons[0]?.code !== 'WRONG_PASSWORD') throw error;
      throw new Refused([createBuiltInReason('OLD_PASSWORD_WRONG', { fields: ['oldPassword'] })]);
    }
  }
}
