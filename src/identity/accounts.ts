import { Inject, Injectable } from '@nestjs/common';
import type { SessionEntry } from '#projections/read-models/people/person-document.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { EndSession, EndSessions } from '../domain/user/user-commands.js';
import type { ErasedOr, PersonalData } from '../event-store/personal-data/personal-data.js';
import { CLOCK, type Clock } from '../ports/clock.js';
import { PERSONAL_DATA } from '../ports/storage-tokens.js';
import { digestNetwork } from './digest-network.js';
import { IdentityCommands } from './identity-commands.js';
import { SESSION_LIFETIME_MS, Sessions } from './sessions.js';
import { People } from './people.js';

export interface OpenSession {
  readonly begun: number;
  readonly at: string;
  readonly browser: string | null;
  /** Whether it began in the network of the request; null: unknown. */
  readonly isFromThisNetwork: boolean | null;
}

@Injectable()
export class Accounts {
  constructor(
    private readonly people: People,
    private readonly sessions: Sessions,
    private readonly commands: IdentityCommands,
    @Inject(PERSONAL_DATA) private readonly personalData: PersonalData,
    @Inject(CLOCK) private readonly clock: Clock,
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
}
