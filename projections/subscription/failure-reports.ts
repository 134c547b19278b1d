// What a subscription stands still at is told to every process: most of them only read what another one makes.
import type { ProjectionFailure, SubscriptionMemory } from '../port/subscription-memory.js';
import type { Failure } from './handler.js';

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
