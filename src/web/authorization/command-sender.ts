import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { Command, CommandContext, CommandResult } from '#domain/command.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';

interface AuthenticatedRequest {
  /** undefined: not signed in. */
  readonly signedIn?: SignedInPerson | undefined;
  /** Why the session could not be verified. */
  readonly notRecognised?: Error | undefined;
}

/** Throws `Refused` NOT_SIGNED_IN, and `ReadModelsUnavailable` if the session cannot be verified. */
export function requireViewer(request: AuthenticatedRequest): SignedInPerson {
  if (request.notRecognised) throw request.notRecognised;
  if (!request.signedIn) throw createBuiltInRefusal('NOT_SIGNED_IN');
  return request.signedIn;
}

@Injectable()
export class CommandSender {
  constructor(private readonly bus: CommandBus) {}

  /** Throws `Refused`, `SpecificationRefusedError`, `EventStoreUnavailable`. */
  async send(command: Command<unknown>): Promise<CommandResult> {
    return sendCommand(this.bus, command);
  }
}

const COMMAND_ID = /^[A-Za-z0-9_-]{8,64}$/;

/** Throws `Refused` NOT_SIGNED_IN. Replaces a missing or invalid command id. */
export function createCommandContext(
  request: AuthenticatedRequest & Pick<CommandContext, 'correlationId'>,
  commandId?: unknown,
): CommandContext {
  const known = typeof commandId === 'string' && COMMAND_ID.test(commandId);
  const { id, program } = requireViewer(request);
  return {
    actor: id,
    ...(program && { program: pickLimits(program) }),
    commandId: known ? commandId : uuid(),
    correlationId: request.correlationId,
  };
}

type Program = NonNullable<CommandContext['program']>;

const pickLimits = ({ token, application, administration }: Program): Program => ({
  token,
  application,
  administration,
});
