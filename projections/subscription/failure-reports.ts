// What a subscription stands still at is told to every process: most of them only read what another one makes.
import type { ProjectionFailure, SubscriptionMemory } from '../port/subscription-memory.js';
import type { Failure, Handler } from './handler.js';
import type { Troubles } from '#platform/troubles.js';

export class FailureReports {
  /** Not known at first: another process may have told something before. */
  private isWithdrawn = false;

  constructor(
    private readonly memory: Pick<SubscriptionMemory, 'failure' | 'tellFailure'>,
    private readonly name: string,
  ) {}

  /** Throws what the engine throws. */
  async tell({ error, event }: Failure, at: string): Promise<void> {
    this.isWithdrawn = false;
    await this.memory.tellFailure(this.name, {
      error: error.message,
      at,
      ...(event && { event: { position: event.position, id: event.id, type: event.type } }),
    });
  }

  /** It goes on. Throws what the engine throws. */
  async withdraw(): Promise<void> {
    if (this.isWithdrawn) return;
    await this.memory.tellFailure(this.name, undefined);
    this.isWithdrawn = true;
  }

  /** As another process told it. Throws what the engine throws. */
  async toldElsewhere(): Promise<Failure | undefined> {
    const found = await this.memory.failure(this.name);
    return found && asFailure(found);
  }
}

function asFailure({ error, event }: ProjectionFailure): Failure {
  return { error: new Error(error), ...(event && { event }) };
}

// A subscription that does not go on for the time being: told once, for log, status page and health, until it does.
const aboutOf = ({ name }: Handler) => `following the log for ${name}`;

export function reportStoppage(troubles: Troubles | undefined, handler: Handler, why: string): void {
  const { what, follows } = handler.stoppage;
  troubles?.tell({
    about: aboutOf(handler),
    what: `${what[0]!.toUpperCase()}${what.slice(1)} does not go on: ${why.replace(/\.$/, '')}. ${follows}`,
    shown: `${what} does not go on`,
    grave: true,
  });
}

export function withdrawStoppage(troubles: Troubles | undefined, handler: Handler): void {
  troubles?.withdraw(aboutOf(handler));
}
