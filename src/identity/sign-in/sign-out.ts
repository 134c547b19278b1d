// Recorded, so that it holds in every process and after a restart.
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { CommandResult } from '../../domain/command.js';
import { Refused } from '../../domain/refusal.js';
import { EndSession } from '../../domain/user/user-commands.js';
import { IdentityCommands } from '../identity-commands.js';
import { Sessions, type Session } from '../sessions.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

/** `over`: the cookie is void everywhere. `soon`: recorded, processes follow. `here`: not recorded yet, but retried. */
export type SignOutOutcome = 'over' | 'soon' | 'here';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_PENDING = 10_000;

@Injectable()
export class SignOut implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private pending = 0;

  constructor(
    private readonly sessions: Sessions,
    private readonly commands: IdentityCommands,
  ) {}

  /** 'over' also for a cookie without a session. */
  async end(cookie: string, correlationId: string): Promise<SignOutOutcome> {
    const session = await this.sessions.of(cookie);
    if (!session) return 'over';
    this.sessions.end(session);
    const command = createEndSession(session, correlationId);
    const written = await this.write(command);
    if (written === 'refused') return 'over';
    if (written) return (await this.commands.waitFor(written.position).catch(() => false)) ? 'over' : 'soon';
    this.writeLater(command, session).catch(throwUncaught);
    return 'here';
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** undefined: unknown. 'refused': the person no longer exists. */
  private async write(command: EndSession): Promise<CommandResult | 'refused' | undefined> {
    try {
      return await this.commands.send(command);
    } catch (error) {
      return error instanceof Refused && error.reasons[0]?.kind !== 'unavailable' ? 'refused' : undefined;
    }
  }

  private async writeLater(command: EndSession, { until }: Session): Promise<void> {
    if (this.pending >= MAX_PENDING) return;
    this.pending += 1;
    for (let pause = FIRST_WAIT_MS; Date.now() < until; pause = Math.min(2 * pause, MAX_WAIT_MS)) {
      const ended = await wait(pause, false, { ref: false, signal: this.stopping.signal }).catch(() => true);
      if (ended || (await this.write(command))) break;
    }
    this.pending -= 1;
  }
}

/** Retries have one id, so they are recorded once. */
function createEndSession({ person, begun }: Session, correlationId: string): EndSession {
  const context = { actor: person, commandId: `sign-out-${person}-${begun}`, correlationId };
  return new EndSession({ id: person, session: begun, context });
}
