// Signing out: written down, so that every process knows, today and after a restart.
import { setTimeout as wait } from 'node:timers/promises';
import type { OnModuleDestroy } from '@nestjs/common';
import type { CommandResult } from '../domain/command.js';
import { Refused } from '../domain/refusal.js';
import { EndSession } from '../domain/user/user-commands.js';
import type { Session, Sessions } from './sessions.js';

/**
 * What is true of the session now. `over`: nobody gets in with a copy of its cookie. `soon`: it is written, and other
 * processes will see it. `here`: it could not be written; this process knows, and goes on trying.
 */
export type SignedOut = 'over' | 'soon' | 'here';

export interface SignOutParts {
  readonly sessions: Sessions;
  readonly write: (command: EndSession) => Promise<CommandResult>;
  /** Whether people are known up to the position, after a bounded wait. */
  readonly seen: (position: number) => Promise<boolean>;
}

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** More than these are not kept in mind while nothing can be written. */
const MOST_WAITING = 10_000;

export class SignOut implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private waiting = 0;

  constructor(private readonly parts: SignOutParts) {}

  /** Ends the session of this cookie; one that is none, or is over already, is over. */
  async end(cookie: string, correlationId: string): Promise<SignedOut> {
    const session = await this.parts.sessions.of(cookie);
    if (!session) return 'over';
    this.parts.sessions.end(session);
    const command = endOf(session, correlationId);
    const written = await this.write(command);
    if (written === 'refused') return 'over';
    if (written) return (await this.parts.seen(written.position).catch(() => false)) ? 'over' : 'soon';
    void this.writeLater(command, session);
    return 'here';
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** undefined: it is not known to be written. Refused: there is no such person any more, so no session either. */
  private async write(command: EndSession): Promise<CommandResult | 'refused' | undefined> {
    try {
      return await this.parts.write(command);
    } catch (error) {
      return error instanceof Refused && error.reasons[0]?.kind !== 'unavailable' ? 'refused' : undefined;
    }
  }

  private async writeLater(command: EndSession, { until }: Session): Promise<void> {
    if (this.waiting >= MOST_WAITING) return;
    this.waiting += 1;
    for (let pause = FIRST_WAIT_MS; Date.now() < until; pause = Math.min(2 * pause, LONGEST_WAIT_MS)) {
      const ended = await wait(pause, false, { ref: false, signal: this.stopping.signal }).catch(() => true);
      if (ended || (await this.write(command))) break;
    }
    this.waiting -= 1;
  }
}

/** The same session is ended by the same command, so it is written once however often it is tried. */
function endOf({ person, begun }: Session, correlationId: string): EndSession {
  const context = { actor: person, commandId: `sign-out-${person}-${begun}`, correlationId };
  return new EndSession({ id: person, session: begun, context });
}
