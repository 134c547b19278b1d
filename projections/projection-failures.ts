// What a projection stands still at is told to every process: most of them only read what another one builds.
import type { ReadModels, ProjectionFailure } from './read-model.js';
import type { Failure } from './projector-state.js';

export class ProjectionFailures {
  /** Not known at first: another process may have told something before. */
  private isWithdrawn = false;

  constructor(
    private readonly readModels: Pick<ReadModels, 'failure' | 'tellFailure'>,
    private readonly projection: string,
  ) {}

  /** Throws what the engine throws. */
  async tell({ error, event }: Failure, at: string): Promise<void> {
    this.isWithdrawn = false;
    await this.readModels.tellFailure(this.projection, {
      error: error.message,
      at,
      ...(event && { event: { position: event.position, id: event.id, type: event.type } }),
    });
  }

  /** It goes on. Throws what the engine throws. */
  async withdraw(): Promise<void> {
    if (this.isWithdrawn) return;
    await this.readModels.tellFailure(this.projection, undefined);
    this.isWithdrawn = true;
  }

  /** As another process told it. Throws what the engine throws. */
  async toldElsewhere(): Promise<Failure | undefined> {
    const found = await this.readModels.failure(this.projection);
    return found && asFailure(found);
  }
}

function asFailure({ error, event }: ProjectionFailure): Failure {
  return { error: new Error(error), ...(event && { event }) };
}
