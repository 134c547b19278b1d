// The signed-in person of a request, and the commands that controllers send in that person's name.
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { SignedIn } from '#identity/signed-in.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { builtInRefusal } from '../built-in-refusal.js';

/**
 * The signed-in person: nobody gets further without having signed in. Throws `Refused` NOT_SIGNED_IN, which pages answer by way of the
 * sign-in page, and `ReadModelsUnavailable` where it cannot be found out who it is.
 */
export function requireViewer(request: Request): SignedIn {
  if (request.notRecognised) throw request.notRecognised;
  if (!request.signedIn) throw builtInRefusal('NOT_SIGNED_IN');
  return request.signedIn;
}

/** Commands as controllers send them. */
@Injectable()
export class Commands {
  constructor(private readonly bus: CommandBus) {}

  /** Throws `Refused`, `SpecificationRefused`, `EventStoreUnavailable`. */
  async send(command: Command<unknown>): Promise<CommandResult> {
    return sendCommand(this.bus, command);
  }
}

const COMMAND_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Who asks, as part of a command. Throws `Refused` NOT_SIGNED_IN. A missing or odd command id is replaced by a new one. */
export function createCommandContext(request: Request, commandId?: unknown): CommandContext {
  const known = typeof commandId === 'string' && COMMAND_ID.test(commandId);
  return {
    actor: requireViewer(request).id,
    commandId: known ? commandId : uuid(),
    correlationId: request.correlationId,
  };
}
