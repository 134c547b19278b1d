import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GiveUpCall } from '#domain/call/call-commands.js';
import type { CommandResult } from '#domain/command.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import { CallCommandExecutor } from './call-command-executor.js';
import { evaluateConsequences, NO_CONSEQUENCES } from './call-consequences.js';
import { findCallTarget, CallNotPossible } from './call-target.js';
import { listPeopleInCall } from './people-in-call.js';

@CommandHandler(GiveUpCall)
export class GiveUpCallHandler implements ICommandHandler<GiveUpCall> {
  constructor(
    private readonly ports: CommandDependencies,
    private readonly calls: CallCommandExecutor,
  ) {}

  async execute(command: GiveUpCall): Promise<CommandResult> {
    return this.calls.execute(command, async () => this.findEffects(command));
  }

  /** A call that cannot be made any more has no consequences. */
  private async findEffects({ data }: GiveUpCall) {
    try {
      const target = await findCallTarget(this.ports, data);
      return {
        owners: listPeopleInCall(target),
        otherwise: evaluateConsequences(target.parts.otherwise, target.scope),
      };
    } catch (error) {
      if (!(error instanceof CallNotPossible)) throw error;
      return { owners: [], otherwise: NO_CONSEQUENCES };
    }
  }
}
