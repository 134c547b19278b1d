import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import type { ProjectionCommand } from '#domain/projection/projection-commands.js';
import { decideProjection } from '#domain/projection/decide-projection.js';
import {
  foldProjection,
  type ProjectionControlEvent,
  type ProjectionState,
} from '#domain/projection/projection-control-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

@Injectable()
export class ProjectionCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: ProjectionCommand): Promise<CommandResult> {
    const { projection, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.decide-read-models');
    return decideAndAppend<ProjectionState, ProjectionControlEvent>(this.ports, {
      stream: streams.projection(projection),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldProjection,
      decide: (state) => decideProjection(state, command),
    });
  }
}
