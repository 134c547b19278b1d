// Writes what the domain decides of a command on a process.
import { Injectable } from '@nestjs/common';
import type { CommandResult } from '#domain/command.js';
import { assertAdmin } from '#domain/authorize-operator.js';
import type { ProcessCommand } from '#domain/process/process-commands.js';
import { decideProcess } from '#domain/process/decide-process.js';
import { foldProcess, type ProcessEvent, type ProcessState } from '#domain/process/process-events.js';
import { streams } from '#domain/stream-names.js';
import { findOperator } from '../pipeline/acting-person.js';
import { decideAndAppend } from '../pipeline/decide-and-append.js';
import { payloadHasher } from '../pipeline/command-digests.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';

@Injectable()
export class ProcessCommandExecutor {
  constructor(private readonly ports: CommandDependencies) {}

  /** Throws `Refused`, `EventStoreUnavailable`. */
  async execute(command: ProcessCommand): Promise<CommandResult> {
    const { process, context } = command.data;
    assertAdmin(await findOperator(this.ports, context), 'to.decide-processes');
    return decideAndAppend<ProcessState, ProcessEvent>(this.ports, {
      stream: streams.process(process),
      context,
      hashPayload: payloadHasher(this.ports, command),
      fold: foldProcess,
      decide: (state) => decideProcess(state, command),
    });
  }
}
