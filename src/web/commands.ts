// Commands as controllers send them: in the name of whoever asks.
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { v7 as uuid } from 'uuid';
import { dispatch, type DaybookCommand } from '../command-handling/dispatch.js';
import type { CommandContext, CommandResult } from '../domain/command.js';
import { signedInViewer } from './who-asks.js';

@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  /** Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
  async send(command: DaybookCommand): Promise<CommandResult> {
    return dispatch(this.bus, command);
  }
}

const COMMAND_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Who asks, as part of a command. Throws `Refused` NOT_SIGNED_IN. A missing or odd command id is replaced by a new one. */
export function contextOf(request: Request, commandId?: unknown): CommandContext {
  const known = typeof commandId === 'string' && COMMAND_ID.test(commandId);
  return {
    actor: signedInViewer(request).id,
    commandId: known ? commandId : uuid(),
    correlationId: request.correlationId,
  };
}
