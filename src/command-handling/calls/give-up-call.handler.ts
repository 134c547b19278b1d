import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { GiveUpCall } from '#domain/call/call-commands.js';
import type { CommandResult } from '#domain/command.js';
import { WritingPorts } from '../pipeline/command-dependencies.js';
import { CallCommandExecutor } from './call-command-executor.js';
import { followingFrom, NO_CONSEQUENCES } from './call-consequences.js';
import { callTarget, CannotBeMade } from './call-target.js';
import { peopleInCall } from './people-in-call.js';

@CommandHandler(GiveUpCall)
export class GiveUpCallHandler implements ICommandHandler<GiveUpCall> {
  constructor(
    private readonly ports: WritingPorts,
    private readonly calls: CallCommandExecutor,
  ) {}

  async execute(command: GiveUpCall): Promise<CommandResult> {
    return this.calls.execute(command, async () => this.findEffects(command));
  }

  /** A call that cannot be made any more has no consequences. */
  private async findEffects({ data }: GiveUpCall) {
    try {
      const target = await callTarget(this.ports, data);
      return {
        owners: peopleInCall(target),
        otherwise: followingFrom(target.parts.otherwise, target.scope),
      };
    } catch (error) {
      if (!(error instanceof CannotBeMade)) throw error;
      return { owners: [], otherwise: NO_CONSEQUENCES };
    }
  }
}
