// Writes what the domain decides of a command on a projection.
import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import type { ProjectionCommand } from '#domain/projection/projection-commands.js';
import { decideProjection } from '#domain/projection/decide-projection.js';
import {
  foldProjection,
  type ProjectionEvent,
  type ProjectionState,
} from '#domain/projection/projection-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { payloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

@Injectable()
export class ProjectionCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async execute(command: ProjectionCommand): Promise<CommandResult> {
    const { projection, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.decide-read-models');
    return decideAndAppend<ProjectionState, ProjectionEvent>(this.ports, {
      stream: streams.projection(projection),
      context,
      hashPayload: payloadHasher(this.ports, command),
      fold: foldProjection,
      decide: (state) => decideProjection(state, command),
    });
  }
}
