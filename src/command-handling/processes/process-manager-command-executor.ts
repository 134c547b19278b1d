import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import type { ProcessManagerCommand } from '#domain/process-manager/process-manager-commands.js';
import { decideProcess } from '#domain/process-manager/decide-process-manager.js';
import {
  foldProcess,
  type ProcessEvent,
  type ProcessState,
} from '#domain/process-manager/process-manager-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { createPayloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

@Injectable()
export class ProcessManagerCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  async execute(command: ProcessManagerCommand): Promise<CommandResult> {
    const { process, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.decide-processes');
    return decideAndAppend<ProcessState, ProcessEvent>(this.ports, {
      stream: streams.process(process),
      context,
      hashPayload: createPayloadHasher(this.ports, command),
      fold: foldProcess,
      decide: (state) => decideProcess(state, command),
    });
  }
}
