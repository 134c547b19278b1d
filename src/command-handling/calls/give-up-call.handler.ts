import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GiveUpCall } from '#domain/call/call-commands.js';
import type { CommandResult } from '#domain/command.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { CallCommandExecutor } from './call-command-executor.js';
import { evaluateConsequences, NO_CONSEQUENCES } from './evaluate-consequences.js';
import { findRequestedCall, InvalidCallError } from './requested-call.js';
import { listPeopleInCall } from './list-people-in-call.js';

@CommandHandler(GiveUpCall)
export class GiveUpCallHandler implements ICommandHandler<GiveUpCall> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly calls: CallCommandExecutor,
  ) {}

  async execute(command: GiveUpCall): Promise<CommandResult> {
    return this.calls.execute(command, async () => this.findEffects(command));
  }

  private async findEffects({ data }: GiveUpCall) {
    try {
      const target = await findRequestedCall(this.ports, data);
      return {
        owners: listPeopleInCall(target),
        otherwise: evaluateConsequences(target.parts.otherwise, target.scope),
      };
    } catch (error) {
      if (!(error instanceof InvalidCallError)) throw error;
      return { owners: [], otherwise: NO_CONSEQUENCES };
    }
  }
}
