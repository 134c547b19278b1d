// On the first start, a link that works once creates the first admin.
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { createBuiltInReason } from '../domain/create-reason.js';
import { Refused } from '../domain/refusal.js';
import { RegisterUser } from '../domain/user/user-commands.js';
import { INSTALLATION } from '../domain/user/user-events.js';
import { deriveLinkSecret, isSameSecret } from './link-secret.js';
import { IdentityCommands } from './identity-commands.js';
import { People } from './people.js';
import { SESSION_SECRET } from './session-secret.js';

export interface NewAdmin {
  readonly name: string;
  readonly signInName: string;
  readonly password: string;
}

@Injectable()
export class FirstAdmin {
  private registering = false;
  private done = false;

  constructor(
    private readonly people: People,
    private readonly commands: IdentityCommands,
    /** Shared by all processes. */
    @Inject(SESSION_SECRET) private readonly secret: string,
  ) {}

  /** Path and query; undefined once a person other than demo people is admin. */
  async link(): Promise<string | undefined> {
    return (await this.needed()) ? `/-/welcome?token=${await this.token()}` : undefined;
  }

  /** Throws `Refused` LINK_SPENT. */
  async admit(token: string): Promise<void> {
    if (!isSameSecret(token, await this.token()) || !(await this.needed())) throw linkSpent();
  }

  /** Throws `Refused` LINK_SPENT or errors of name and password, after which the link still works. */
  async make(token: string, { name, signInName, password }: NewAdmin, correlationId: string) {
    await this.admit(token);
    // In another process, the second finds the sign-in name taken.
    if (this.registering) throw linkSpent();
    this.registering = true;
    try {
      const id = uuid();
      const context = { actor: 'system', commandId: uuid(), correlationId };
      const roles = [{ application: INSTALLATION, role: 'admin' }];
      const written = await this.commands.send(
        new RegisterUser({ id, name, signInName, password, roles, context }),
      );
      this.done = true;
      return { id, written };
    } finally {
      this.registering = false;
    }
  }

  /** The first registration changes the count, so that old links stay void. */
  private async token(): Promise<string> {
    const before = await this.people.countEver();
    return deriveLinkSecret(this.secret, `first admin, after ${before} people`);
  }

  private async needed(): Promise<boolean> {
    if (!this.done && (await this.people.hasAdmin())) this.done = true;
    return !this.done;
  }
}

const linkSpent = (): Refused => new Refused([createBuiltInReason('LINK_SPENT')]);
