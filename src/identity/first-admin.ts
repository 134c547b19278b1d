// The first start: a link that works once makes the first admin, as there is nobody yet who could.
import { v7 as uuid } from 'uuid';
import type { CommandResult } from '../domain/command.js';
import { createBuiltInReason } from '../domain/refusal-reason.js';
import { Refused } from '../domain/refusal.js';
import { RegisterUser } from '../domain/user/user-commands.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import { makeLinkSecret, isSameSecret } from './link-secret.js';
import type { People } from './sessions.js';

export interface NewAdmin {
  readonly name: string;
  readonly signInName: string;
  readonly password: string;
}

export class FirstAdmin {
  private registering = false;
  private done = false;

  constructor(
    private readonly people: People,
    private readonly register: (command: RegisterUser) => Promise<CommandResult>,
    /** The same in every process that serves pages: a link that one of them gives works at all of them. */
    private readonly secret: string,
  ) {}

  /** Path and query of the link; undefined once somebody who is no demo person is admin. */
  async link(): Promise<string | undefined> {
    return (await this.needed()) ? `/-/welcome?token=${await this.token()}` : undefined;
  }

  /** Throws `Refused` LINK_SPENT for a wrong token, and once there is an admin. */
  async admit(token: string): Promise<void> {
    if (!isSameSecret(token, await this.token()) || !(await this.needed())) throw linkSpent();
  }

  /**
   * Registers the first admin and returns the id. Throws `Refused`: LINK_SPENT as `admit`, or what is wrong with the
   * name or the password, after which the link works again.
   */
  async make(token: string, { name, signInName, password }: NewAdmin, correlationId: string) {
    await this.admit(token);
    // Two posts of the same form must not make two admins. In another process, the second finds the sign-in name taken.
    if (this.registering) throw linkSpent();
    this.registering = true;
    try {
      const id = uuid();
      const context = { actor: 'system', commandId: uuid(), correlationId };
      const roles = [{ application: INSTALLATION, role: 'admin' }];
      const written = await this.register(
        new RegisterUser({ id, name, signInName, password, roles, context }),
      );
      this.done = true;
      return { id, written };
    } finally {
      this.registering = false;
    }
  }

  /** Another one as soon as anybody was registered to work here: an old link opens nothing, should nobody be admin again. */
  private async token(): Promise<string> {
    const before = await this.people.countEver();
    return makeLinkSecret(this.secret, `first admin, after ${before} people`);
  }

  private async needed(): Promise<boolean> {
    if (!this.done && (await this.people.hasAdmin())) this.done = true;
    return !this.done;
  }
}

const linkSpent = (): Refused => new Refused([createBuiltInReason('LINK_SPENT')]);
